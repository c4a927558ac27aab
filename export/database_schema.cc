#include "export/database_schema.h"

namespace aclprof {
namespace {

constexpr std::initializer_list<EnumEntry> kApiType = {
    {20000, "acl"}, {15000, "model"}, {10000, "node"},  {5500, "communication"}, {5000, "runtime"},
    {50001, "op"},  {50002, "queue"}, {50003, "trace"}, {50004, "mstx"}};
constexpr std::initializer_list<EnumEntry> kModule = {{0, "SLOG"},       {1, "IDEDD"},
                                                      {2, "SCC"},        {3, "HCCL"},
                                                      {4, "FMK"},        {5, "CCU"},
                                                      {6, "DVPP"},       {7, "RUNTIME"},
                                                      {8, "CCE"},        {9, "HDC"},
                                                      {10, "DRV"},       {11, "NET"},
                                                      {22, "DEVMM"},     {23, "KERNEL"},
                                                      {24, "LIBMEDIA"},  {25, "CCECPU"},
                                                      {27, "ROS"},       {28, "HCCP"},
                                                      {29, "ROCE"},      {30, "TEFUSION"},
                                                      {31, "PROFILING"}, {32, "DP"},
                                                      {33, "APP"},       {34, "TS"},
                                                      {35, "TSDUMP"},    {36, "AICPU"},
                                                      {37, "LP"},        {38, "TDT"},
                                                      {39, "FE"},        {40, "MD"},
                                                      {41, "MB"},        {42, "ME"},
                                                      {43, "IMU"},       {44, "IMP"},
                                                      {45, "GE"},        {47, "CAMERA"},
                                                      {48, "ASCENDCL"},  {49, "TEEOS"},
                                                      {50, "ISP"},       {51, "SIS"},
                                                      {52, "HSM"},       {53, "DSS"},
                                                      {54, "PROCMGR"},   {55, "BBOX"},
                                                      {56, "AIVECTOR"},  {57, "TBE"},
                                                      {58, "FV"},        {59, "MDCMAP"},
                                                      {60, "TUNE"},      {61, "HSS"},
                                                      {62, "FFTS"},      {63, "OP"},
                                                      {64, "UDF"},       {65, "HICAID"},
                                                      {66, "TSYNC"},     {67, "AUDIO"},
                                                      {68, "TPRT"},      {69, "ASCENDCKERNEL"},
                                                      {70, "ASYS"},      {71, "ATRACE"},
                                                      {72, "RTC"},       {73, "SYSMONITOR"},
                                                      {74, "AMP"},       {75, "ADETECT"},
                                                      {76, "MBUFF"},     {77, "CUSTOM"}};
constexpr std::initializer_list<EnumEntry> kHcclDataType = {
    {0, "INT8"},     {1, "INT16"},    {2, "INT32"},      {3, "FP16"},    {4, "FP32"},
    {5, "INT64"},    {6, "UINT64"},   {7, "UINT8"},      {8, "UINT16"},  {9, "UINT32"},
    {10, "FP64"},    {11, "BFP16"},   {12, "INT128"},    {14, "HIF8"},   {15, "FP8E4M3"},
    {16, "FP8E5M2"}, {17, "FP8E8M0"}, {255, "RESERVED"}, {65534, "N/A"}, {65535, "INVALID_TYPE"}};
constexpr std::initializer_list<EnumEntry> kHcclLinkType = {
    {0, "ON_CHIP"}, {1, "HCCS"},       {2, "PCIE"},          {3, "ROCE"},
    {4, "SIO"},     {5, "HCCS_SW"},    {6, "STANDARD_ROCE"}, {7, "UB"},
    {8, "UBoE"},    {255, "RESERVED"}, {65534, "N/A"},       {65535, "INVALID_TYPE"}};
constexpr std::initializer_list<EnumEntry> kHcclTransportType = {
    {0, "SDMA"}, {1, "RDMA"},       {2, "LOCAL"},   {3, "UB"},
    {4, "ROCE"}, {255, "RESERVED"}, {65534, "N/A"}, {65535, "INVALID_TYPE"}};
constexpr std::initializer_list<EnumEntry> kHcclRdmaType = {{0, "RDMA_SEND_NOTIFY"},
                                                            {1, "RDMA_SEND_PAYLOAD"},
                                                            {255, "RESERVED"},
                                                            {65534, "N/A"},
                                                            {65535, "INVALID_TYPE"}};
constexpr std::initializer_list<EnumEntry> kMemcpyOperation = {
    {0, "host to host"},      {1, "host to device"},    {2, "device to host"},
    {3, "device to device"},  {4, "managed memory"},    {5, "addr device to device"},
    {6, "host to device ex"}, {7, "device to host ex"}, {65535, "other"}};
constexpr std::initializer_list<EnumEntry> kMstxEventType = {
    {0, "marker"}, {1, "push/pop"}, {2, "start/end"}, {3, "marker_ex"}};
constexpr std::initializer_list<EnumEntry> kOverlapAnalysisType = {{0, "COMPUTE"},
                                                                   {1, "COMMUNICATION"},
                                                                   {2, "COMM_NOT_OVERLAP_COMP"},
                                                                   {3, "FREE"},
                                                                   {65535, "RESERVE"}};

}  // namespace

const std::initializer_list<EnumSchema> kEnums = {
    {"ENUM_API_TYPE", kApiType},
    {"ENUM_MODULE", kModule},
    {"ENUM_HCCL_DATA_TYPE", kHcclDataType},
    {"ENUM_HCCL_LINK_TYPE", kHcclLinkType},
    {"ENUM_HCCL_TRANSPORT_TYPE", kHcclTransportType},
    {"ENUM_HCCL_RDMA_TYPE", kHcclRdmaType},
    {"ENUM_MEMCPY_OPERATION", kMemcpyOperation},
    {"ENUM_MSTX_EVENT_TYPE", kMstxEventType},
    {"ENUM_OVERLAP_ANALYSIS_TYPE", kOverlapAnalysisType}};

std::string CreateTableSql(const TableSchema& schema) {
  return std::string("CREATE TABLE ") + schema.name + " (" + schema.columns + ")";
}

}  // namespace aclprof
