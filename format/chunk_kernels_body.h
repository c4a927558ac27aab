// chunk_kernels_body.h: the loops of chunk_kernels.h; included once for each set of instructions they are compiled for.
//
// Shape    everything is in an unnamed namespace and calls nothing from outside: no function compiled for wider
//          registers can stand in for one that runs on every machine.

namespace aclprof {
namespace {

constexpr size_t kValues = kChunkRecords;
constexpr size_t kRowBytes = kLaneRowBytes;

// As many words as a row has; arithmetic on it is arithmetic on each of them.
template <typename Word>
using Row [[gnu::vector_size(kRowBytes)]] = Word;

template <typename Word>
void Pack(const Word* values, size_t count, unsigned width, unsigned char* packed) {
  constexpr size_t kLanes = kRowBytes / sizeof(Word);
  constexpr unsigned kBits = 8 * sizeof(Word);
  Row<Word> row = {};
  unsigned used = 0;
  for (size_t first = 0; first < count; first += kLanes) {
    Row<Word> next;
    __builtin_memcpy(&next, values + first, kRowBytes);
    row |= next << used;
    used += width;
    if (used < kBits) continue;
    __builtin_memcpy(packed, &row, kRowBytes);
    packed += kRowBytes;
    used -= kBits;
    // What of these values did not fit; two shifts, since one by all bits of a word is not defined.
    row = next >> (width - used - 1) >> 1;
    if (used == 0) row = Row<Word>{};
  }
  if (used > 0) __builtin_memcpy(packed, &row, kRowBytes);
}

template <typename Word>
void Unpack(const unsigned char* packed, size_t count, unsigned width, Word* values) {
  constexpr size_t kLanes = kRowBytes / sizeof(Word);
  constexpr unsigned kBits = 8 * sizeof(Word);
  const Word mask = width == kBits ? ~Word{0} : static_cast<Word>((Word{1} << width) - 1);
  Row<Word> row;
  __builtin_memcpy(&row, packed, kRowBytes);
  unsigned used = 0;
  for (size_t first = 0; first < count; first += kLanes) {
    Row<Word> value = row >> used;
    used += width;
    // The next row of words: for the rest of these values, or for the next ones if there are any.
    if (used > kBits || (used == kBits && first + kLanes < count)) {
      packed += kRowBytes;
      __builtin_memcpy(&row, packed, kRowBytes);
      used -= kBits;
      value |= row << 1 << (width - used - 1);
    }
    value &= mask;
    __builtin_memcpy(values + first, &value, kRowBytes);
  }
}

template <typename Word, typename Ordered>
void Range(const Word* values, Word* least, Word* most) {
  auto low = static_cast<Ordered>(values[0]);
  Ordered high = low;
  for (size_t i = 0; i < kValues; ++i) {
    const auto value = static_cast<Ordered>(values[i]);
    low = value < low ? value : low;
    high = value > high ? value : high;
  }
  *least = static_cast<Word>(low);
  *most = static_cast<Word>(high);
}

template <typename Word>
size_t CountAbove(const Word* values, Word bound) {
  Word above = 0;
  for (size_t i = 0; i < kValues; ++i) above += values[i] > bound ? 1 : 0;
  return above;
}

// Without a branch: which values are above is as good as random.
template <typename Word>
size_t FindAbove(const Word* values, Word bound, unsigned char* places) {
  size_t found = 0;
  for (size_t i = 0; i < kValues; ++i) {
    places[found] = static_cast<unsigned char>(i);
    found += values[i] > bound ? 1 : 0;
  }
  return found;
}

template <typename Word>
void Differences(const Word* __restrict values, Word previous, Word* __restrict differences) {
  differences[0] = values[0] - previous;
  for (size_t i = 1; i < kValues; ++i) differences[i] = values[i] - values[i - 1];
}

template <typename Word>
Word SumUp(Word* values, Word base, Word previous) {
  for (size_t i = 0; i < kValues; ++i) values[i] = previous += values[i] + base;
  return previous;
}

template <typename Word>
void Add(Word* values, Word addend) {
  for (size_t i = 0; i < kValues; ++i) values[i] += addend;
}

template <typename Word>
void Cut(Word* values, Word mask) {
  for (size_t i = 0; i < kValues; ++i) values[i] &= mask;
}

void Widen(const uint32_t* __restrict values, uint64_t* __restrict wide) {
  for (size_t i = 0; i < kValues; ++i) wide[i] = values[i];
}

void NarrowDown(const uint64_t* __restrict values, uint32_t* __restrict narrow) {
  for (size_t i = 0; i < kValues; ++i) narrow[i] = static_cast<uint32_t>(values[i]);
}

void Split(const uint64_t* __restrict words, unsigned shift, uint32_t mask,
           uint32_t* __restrict values) {
  for (size_t i = 0; i < kValues; ++i) values[i] = static_cast<uint32_t>(words[i] >> shift) & mask;
}

void Join(const uint32_t* __restrict values, unsigned shift, uint32_t mask,
          uint64_t* __restrict words) {
  if (shift == 0) {
    for (size_t i = 0; i < kValues; ++i) words[i] = values[i] & mask;
  } else {
    for (size_t i = 0; i < kValues; ++i)
      words[i] |= static_cast<uint64_t>(values[i] & mask) << shift;
  }
}

template <typename Word, typename Signed>
constexpr WordKernels<Word> MakeWordKernels() {
  return {Pack<Word>,       Unpack<Word>,    Range<Word, Word>, Range<Word, Signed>,
          CountAbove<Word>, FindAbove<Word>, Differences<Word>, SumUp<Word>,
          Add<Word>,        Cut<Word>};
}

constexpr ChunkKernels MakeChunkKernels() {
  return {MakeWordKernels<uint32_t, int32_t>(),
          MakeWordKernels<uint64_t, int64_t>(),
          Widen,
          NarrowDown,
          Split,
          Join};
}

}  // namespace
}  // namespace aclprof
