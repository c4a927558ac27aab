// failing_file_system.h: the real file system until a chosen call, which fails.
//
// Threads  any, as the real one; what to fail is chosen before.
#pragma once

#include <atomic>
#include <cerrno>
#include <memory>
#include <string>

#include "base/file_system.h"

namespace aclprof {

class FailingFileSystem : public FileSystem {
 public:
  int fail_at_call = -1;  // the number of the call that fails, from 0; -1 none
  std::atomic<int> calls = 0;
  int error = ENOSPC;
  std::atomic<uint64_t> room_bytes = UINT64_MAX;

  Status CreateExclusive(const std::string& path, std::unique_ptr<WritableFile>* file) override {
    if (Status fail = Next(); !fail.ok()) return fail;
    std::unique_ptr<WritableFile> real;
    Status created = real_->CreateExclusive(path, &real);
    if (created.ok()) *file = std::make_unique<File>(this, std::move(real));
    return created;
  }
  Status MakeDirectory(const std::string& path) override { return real_->MakeDirectory(path); }
  Status MakeDirectories(const std::string& path) override {
    Status fail = Next();
    return fail.ok() ? real_->MakeDirectories(path) : fail;
  }
  Status Remove(const std::string& path) override { return real_->Remove(path); }
  Status Rename(const std::string& from, const std::string& to) override {
    Status fail = Next();
    return fail.ok() ? real_->Rename(from, to) : fail;
  }
  Status SyncDirectory(const std::string& path) override {
    Status fail = Next();
    return fail.ok() ? real_->SyncDirectory(path) : fail;
  }

 private:
  class File : public WritableFile {
   public:
    File(FailingFileSystem* files, std::unique_ptr<WritableFile> real)
        : files_(files), real_(std::move(real)) {}
    Status Append(const void* bytes, size_t count) override {
      Status fail = files_->Next();
      if (!fail.ok()) return fail;
      if (count > files_->room_bytes) return files_->Failure();
      files_->room_bytes -= count;
      return real_->Append(bytes, count);
    }
    Status Truncate(uint64_t size_bytes) override { return real_->Truncate(size_bytes); }
    Status Sync() override {
      Status fail = files_->Next();
      return fail.ok() ? real_->Sync() : fail;
    }
    Status Close() override {
      const Status closed = real_->Close();
      Status fail = files_->Next();
      return fail.ok() ? closed : fail;
    }
    bool StillAtPath() const override { return real_->StillAtPath(); }

   private:
    FailingFileSystem* files_;
    std::unique_ptr<WritableFile> real_;
  };

  Status Failure() const { return Status::FromErrno(error, "the chosen call"); }
  Status Next() { return calls++ == fail_at_call ? Failure() : Status(); }

  FileSystem* real_ = FileSystem::Default();
};

}  // namespace aclprof
