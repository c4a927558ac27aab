// memory_file_system.h: files in memory that fail when told to: full disks, refused names, files removed by others.
//
// Threads  one at a time.
#pragma once

#include <cerrno>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "base/file_system.h"

namespace aclprof {

class MemoryFileSystem : public FileSystem {
 public:
  std::map<std::string, std::shared_ptr<std::string>> files;
  std::set<std::string> directories;
  uint64_t room_bytes = UINT64_MAX;  // of the disk; a write beyond it is cut short and fails
  int create_error = 0;              // errno of the next CreateExclusive calls
  int sync_error = 0;
  bool truncate_fails = false;
  int syncs = 0;
  int writes = 0;

  Status CreateExclusive(const std::string& path, std::unique_ptr<WritableFile>* file) override {
    if (create_error != 0) return Status::FromErrno(create_error, "create " + path);
    if (files.count(path) != 0) return Status::FromErrno(EEXIST, "create " + path);
    auto content = std::make_shared<std::string>();
    files[path] = content;
    *file = std::make_unique<File>(this, path, content);
    return Status();
  }
  Status MakeDirectory(const std::string& path) override {
    return directories.insert(path).second ? Status()
                                           : Status::FromErrno(EEXIST, "make directory " + path);
  }
  Status MakeDirectories(const std::string& path) override {
    directories.insert(path);
    return Status();
  }
  Status Remove(const std::string& path) override {
    return files.erase(path) == 1 ? Status() : Status::FromErrno(ENOENT, "remove " + path);
  }
  Status Rename(const std::string& from, const std::string& to) override {
    if (files.count(from) == 0) return Status::FromErrno(ENOENT, "rename " + from);
    files[to] = files[from];
    files.erase(from);
    return Status();
  }
  Status SyncDirectory(const std::string&) override { return Status(); }

  uint64_t UsedBytes() const {
    uint64_t used = 0;
    for (const auto& [path, content] : files) used += content->size();
    return used;
  }

 private:
  class File : public WritableFile {
   public:
    File(MemoryFileSystem* disk, std::string path, std::shared_ptr<std::string> content)
        : disk_(disk), path_(std::move(path)), content_(std::move(content)) {}

    Status Append(const void* bytes, size_t count) override {
      ++disk_->writes;
      const uint64_t used = disk_->UsedBytes();
      const uint64_t room = disk_->room_bytes > used ? disk_->room_bytes - used : 0;
      content_->append(static_cast<const char*>(bytes), std::min<uint64_t>(count, room));
      return count <= room ? Status() : Status::FromErrno(ENOSPC, "write " + path_);
    }
    Status Truncate(uint64_t size_bytes) override {
      if (disk_->truncate_fails) return Status::FromErrno(EIO, "truncate " + path_);
      content_->resize(size_bytes);
      return Status();
    }
    Status Sync() override {
      ++disk_->syncs;
      return disk_->sync_error == 0 ? Status()
                                    : Status::FromErrno(disk_->sync_error, "sync " + path_);
    }
    Status Close() override { return Status(); }
    bool StillAtPath() const override {
      const auto found = disk_->files.find(path_);
      return found != disk_->files.end() && found->second == content_;
    }

   private:
    MemoryFileSystem* disk_;
    const std::string path_;
    const std::shared_ptr<std::string> content_;
  };
};

}  // namespace aclprof
