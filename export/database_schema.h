// database_schema.h: the tables of msprof_<stamp>.db, as the vendor's schema 1.2.0 has them.
//
// Units    times in ns of Unix time, sizes in bytes; names are ids into STRING_IDS.
// Source   docs/export.md, "Database". What newer releases added (gridDim, blockDim, dieId) is not in this schema.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>

namespace aclprof {

struct TableSchema {
  const char* name;
  const char* columns;  // with their types
};

inline constexpr TableSchema kMetaDataTable = {"META_DATA", "name TEXT, value TEXT"};
inline constexpr TableSchema kStringIdsTable = {"STRING_IDS", "id INTEGER PRIMARY KEY, value TEXT"};
inline constexpr TableSchema kSessionTimeInfoTable = {"SESSION_TIME_INFO",
                                                      "startTimeNs INTEGER, endTimeNs INTEGER"};
inline constexpr TableSchema kNpuInfoTable = {"NPU_INFO", "id INTEGER, name TEXT"};
inline constexpr TableSchema kHostInfoTable = {"HOST_INFO", "hostUid TEXT, hostName TEXT"};
inline constexpr TableSchema kRankDeviceMapTable = {"RANK_DEVICE_MAP",
                                                    "rankId INTEGER, deviceId INTEGER"};
inline constexpr TableSchema kTaskTable = {
    "TASK",
    "startNs INTEGER, endNs INTEGER, deviceId INTEGER, connectionId INTEGER, globalTaskId INTEGER,"
    " globalPid INTEGER, taskType INTEGER, contextId INTEGER, streamId INTEGER, taskId INTEGER,"
    " modelId INTEGER"};
inline constexpr TableSchema kComputeTaskInfoTable = {
    "COMPUTE_TASK_INFO",
    "name INTEGER, globalTaskId INTEGER PRIMARY KEY, blockNum INTEGER, mixBlockNum INTEGER,"
    " taskType INTEGER, opType INTEGER, inputFormats INTEGER, inputDataTypes INTEGER,"
    " inputShapes INTEGER, outputFormats INTEGER, outputDataTypes INTEGER, outputShapes INTEGER,"
    " attrInfo INTEGER, opState INTEGER, hf32Eligible INTEGER"};
inline constexpr TableSchema kTaskPmuInfoTable = {
    "TASK_PMU_INFO", "globalTaskId INTEGER, name INTEGER, value NUMERIC"};
inline constexpr TableSchema kCommunicationTaskInfoTable = {
    "COMMUNICATION_TASK_INFO",
    "name INTEGER, globalTaskId INTEGER, taskType INTEGER, planeId INTEGER, groupName INTEGER,"
    " notifyId INTEGER, rdmaType INTEGER, srcRank INTEGER, dstRank INTEGER, transportType INTEGER,"
    " size INTEGER, dataType INTEGER, linkType INTEGER, opId INTEGER, isMaster INTEGER,"
    " bandwidth NUMERIC"};
inline constexpr TableSchema kCommunicationOpTable = {
    "COMMUNICATION_OP",
    "opName INTEGER, startNs INTEGER, endNs INTEGER, connectionId INTEGER, groupName INTEGER,"
    " opId INTEGER PRIMARY KEY, relay INTEGER, retry INTEGER, dataType INTEGER, algType INTEGER,"
    " count NUMERIC, opType INTEGER, deviceId INTEGER, rankSize INTEGER"};
inline constexpr TableSchema kCannApiTable = {
    "CANN_API",
    "startNs INTEGER, endNs INTEGER, type INTEGER, globalTid INTEGER,"
    " connectionId INTEGER PRIMARY KEY, name INTEGER"};
inline constexpr TableSchema kMstxEventsTable = {
    "MSTX_EVENTS",
    "startNs INTEGER, endNs INTEGER, eventType INTEGER, rangeId INTEGER, category INTEGER,"
    " message INTEGER, globalTid INTEGER, endGlobalTid INTEGER, domainId INTEGER,"
    " connectionId INTEGER"};
inline constexpr TableSchema kMemcpyInfoTable = {
    "MEMCPY_INFO", "globalTaskId NUMERIC, size NUMERIC, memcpyOperation NUMERIC"};
inline constexpr TableSchema kNpuOpMemTable = {
    "NPU_OP_MEM",
    "operatorName INTEGER, addr INTEGER, type INTEGER, size INTEGER, timestampNs INTEGER,"
    " globalTid INTEGER, totalAllocate NUMERIC, totalReserve NUMERIC, component INTEGER,"
    " deviceId INTEGER"};
inline constexpr TableSchema kAicoreFreqTable = {
    "AICORE_FREQ", "deviceId INTEGER, timestampNs NUMERIC, freq INTEGER"};
inline constexpr TableSchema kCpuUsageTable = {"CPU_USAGE",
                                               "timestampNs NUMERIC, cpuId NUMERIC, usage NUMERIC"};
inline constexpr TableSchema kHostMemUsageTable = {"HOST_MEM_USAGE",
                                                   "timestampNs NUMERIC, usage NUMERIC"};
inline constexpr TableSchema kHostDiskUsageTable = {
    "HOST_DISK_USAGE", "timestampNs NUMERIC, readRate NUMERIC, writeRate NUMERIC, usage NUMERIC"};
inline constexpr TableSchema kHostNetworkUsageTable = {
    "HOST_NETWORK_USAGE", "timestampNs NUMERIC, usage NUMERIC, speed NUMERIC"};

inline constexpr TableSchema kOverlapAnalysisTable = {
    "OVERLAP_ANALYSIS",
    "id INTEGER PRIMARY KEY, deviceId INTEGER, startNs NUMERIC, endNs NUMERIC, type INTEGER"};

struct EnumEntry {
  int64_t id;
  const char* name;
};
struct EnumSchema {
  const char* name;
  std::initializer_list<EnumEntry> entries;
};
inline constexpr char kEnumColumns[] = "id INTEGER PRIMARY KEY, name TEXT";

extern const std::initializer_list<EnumSchema> kEnums;

std::string CreateTableSql(const TableSchema& schema);

}  // namespace aclprof
