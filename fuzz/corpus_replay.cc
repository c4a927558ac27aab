// corpus_replay.cc: runs a fuzz target over the files of folders, without a fuzzing engine.
//
// Errors   a folder that is missing or empty fails: a replay of nothing proves nothing.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

void ReplayFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
}

int ReplayFolder(const char* folder) {
  std::error_code error;
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, error)) {
    if (!entry.is_regular_file()) continue;
    ReplayFile(entry.path());
    ++files;
  }
  std::printf("%s: %d inputs\n", folder, files);
  return files;
}

}  // namespace

int main(int argc, char** argv) {
  int files = 0;
  for (int i = 1; i < argc; ++i) files += ReplayFolder(argv[i]);
  return files > 0 ? 0 : 1;
}
