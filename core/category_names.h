// category_names.h: the names that the application gives to the categories of its marks.
//
// Threads  any; a lock for a moment. Find takes none while there is no name.
// Errors   Set is false for a text that is too long, for more names than kMost, and without memory.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace aclprof {

class CategoryNames {
 public:
  static constexpr size_t kMostBytes = 255;
  static constexpr size_t kMost = 65536;

  // The name from now on.
  bool Set(uint32_t category, std::string_view name);
  // "" where there is none.
  std::string Find(uint32_t category) const;

 private:
  mutable std::mutex mutex_;
  std::map<uint32_t, std::string> names_;
  std::atomic<bool> any_{false};
};

}  // namespace aclprof
