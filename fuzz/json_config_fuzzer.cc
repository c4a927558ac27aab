// json_config_fuzzer.cc: any text as the configuration that aclInit is given. It adds deep nesting, odd numbers and bytes
// that are no UTF-8 to what the tests have; what is taken must make a description that is JSON again.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "core/json_config.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  aclprof::JsonConfig config;
  const aclprof::ControlStatus status = aclprof::ParseJsonConfig(text, "input", 0, &config);
  if (!status.ok()) {
    if (status.message().empty()) std::abort();
    return 0;
  }
  const aclprof::SessionOptions options =
      config.settings.OptionsFor(config.collection, "/base", "cmd");
  if (nlohmann::json::parse(options.settings_json, nullptr, false).is_discarded()) std::abort();
  return 0;
}
