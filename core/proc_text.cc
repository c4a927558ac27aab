#include "core/proc_text.h"

#include <algorithm>
#include <charconv>

namespace aclprof {
namespace {

constexpr std::string_view kBlanks = " \t\n";
constexpr uint32_t kMostProcessors = 65536;

// The next word, taken off the text; "" at its end.
std::string_view TakeWord(std::string_view* text) {
  text->remove_prefix(std::min(text->find_first_not_of(kBlanks), text->size()));
  const std::string_view word = text->substr(0, text->find_first_of(kBlanks));
  text->remove_prefix(word.size());
  return word;
}

std::string_view TakeLine(std::string_view* text) {
  const std::string_view line = text->substr(0, text->find('\n'));
  text->remove_prefix(std::min(line.size() + 1, text->size()));
  return line;
}

bool IsNumber(std::string_view word, uint64_t* value) {
  const char* end = word.data() + word.size();
  const auto [at, error] = std::from_chars(word.data(), end, *value);
  return error == std::errc() && at == end && !word.empty();
}

std::vector<uint64_t> Numbers(std::string_view text) {
  std::vector<uint64_t> numbers;
  uint64_t value = 0;
  while (IsNumber(TakeWord(&text), &value)) numbers.push_back(value);
  return numbers;
}

}  // namespace

bool ParseNumber(std::string_view text, uint64_t* value) {
  return IsNumber(TakeWord(&text), value);
}

bool ParseTaskStat(std::string_view text, TaskStat* stat) {
  constexpr int kAfterName = 3, kUser = 14, kSystem = 15, kProcessor = 39, kDiskWait = 42;
  const size_t name_end = text.rfind(')');
  if (name_end == std::string_view::npos) return false;
  text.remove_prefix(name_end + 1);
  uint64_t user = 0;
  uint64_t system = 0;
  for (int field = kAfterName; field <= kDiskWait; ++field) {
    const std::string_view word = TakeWord(&text);
    uint64_t* const value = field == kUser        ? &user
                            : field == kSystem    ? &system
                            : field == kProcessor ? &stat->processor
                            : field == kDiskWait  ? &stat->disk_wait_ticks
                                                  : nullptr;
    if (word.empty() || (value != nullptr && !IsNumber(word, value))) return false;
  }
  stat->cpu_ticks = user + system;
  return true;
}

bool ParseMemoryPages(std::string_view text, MemoryPages* pages) {
  for (uint64_t* number : {&pages->size, &pages->resident, &pages->shared})
    if (!ParseNumber(TakeWord(&text), number)) return false;
  return true;
}

bool FindKeyed(std::string_view text, std::string_view key, uint64_t* value) {
  while (!text.empty()) {
    std::string_view line = TakeLine(&text);
    if (line.substr(0, key.size()) != key) continue;
    line.remove_prefix(key.size());
    if (line.substr(0, 1) == ":") return ParseNumber(line.substr(1), value);
  }
  return false;
}

bool ParseCpuTicks(std::string_view text, CpuTicks* ticks) {
  while (!text.empty()) {
    std::string_view line = TakeLine(&text);
    if (TakeWord(&line) != "cpu") continue;
    const std::vector<uint64_t> numbers = Numbers(line);
    if (numbers.size() < 7) return false;
    *ticks = {numbers[0] + numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], numbers[6]};
    return true;
  }
  return false;
}

uint32_t ProcessorCount(std::string_view text) {
  uint32_t count = 0;
  while (!text.empty()) {
    std::string_view line = TakeLine(&text);
    const std::string_view word = TakeWord(&line);
    uint64_t number = 0;
    if (word.substr(0, 3) == "cpu" && IsNumber(word.substr(3), &number) && number < kMostProcessors)
      count = std::max(count, static_cast<uint32_t>(number) + 1);
  }
  return count;
}

std::vector<CardBytes> ParseCards(std::string_view text) {
  constexpr size_t kSent = 8;
  std::vector<CardBytes> cards;
  while (!text.empty()) {
    std::string_view line = TakeLine(&text);
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    std::string_view before = line.substr(0, colon);
    const std::string_view name = TakeWord(&before);
    const std::vector<uint64_t> numbers = Numbers(line.substr(colon + 1));
    if (name.empty() || name == "lo" || numbers.size() <= kSent) continue;
    cards.push_back({std::string(name), numbers[0] + numbers[kSent]});
  }
  return cards;
}

}  // namespace aclprof
