// foreign_reader.cc: a program of somebody else's that reads a session with aclprof::reader.
//
//   foreign_reader PROF_DIR   prints how many records there are; ends with 0 when as many as the ledger says
#include <cstdio>
#include <memory>

#include "readers/session_reader.h"

int main(int argc, char** argv) {
  std::unique_ptr<aclprof::SessionReader> reader;
  const aclprof::Status opened = aclprof::SessionReader::Open(argc > 1 ? argv[1] : "", &reader);
  if (!opened.ok()) {
    std::fprintf(stderr, "%s\n", opened.message().c_str());
    return 1;
  }
  int64_t records = 0;
  aclprof::RecordView record;
  for (const auto cursor = reader->Records({}); cursor->Next(&record);) ++records;
  std::printf("%lld records\n", static_cast<long long>(records));
  return records > 0 && reader->missing_records() == 0 && reader->damage().empty() ? 0 : 1;
}
