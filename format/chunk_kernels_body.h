// chunk_kernels_body.h: the loops of chunk_kernels.h; included once for each set of instructions they are compiled for.
//
// Shape    everything is in an unnamed namespace and calls nothing from outside: no function compiled for wider
//          registers can stand in for one that runs on every machine.

#include <array>
#include <utility>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace aclprof {
namespace {

constexpr size_t kValues = kChunkRecords;
constexpr size_t kRowBytes = kLaneRowBytes;

// As many words as a row has; arithmetic on it is arithmetic on each of them.
template <typename Word>
using Row [[gnu::vector_size(kRowBytes)]] = Word;
// The same at any address. Copying bytes instead would be taken apart into narrower moves.
template <typename Word>
using RowInMemory [[gnu::vector_size(kRowBytes), gnu::aligned(1), gnu::may_alias]] = Word;

template <typename Word>
inline const RowInMemory<Word>& RowAt(const void* at) {
  return *static_cast<const RowInMemory<Word>*>(at);
}
template <typename Word>
inline RowInMemory<Word>& RowAt(void* at) {
  return *static_cast<RowInMemory<Word>*>(at);
}

// Row kRow of a whole chunk whose width is known when this is compiled: so is where each bit goes.
template <typename Word, unsigned kWidth, size_t kRow>
inline void PackRow(const Word* values, Row<Word>* row, unsigned char* packed) {
  constexpr unsigned kBits = 8 * sizeof(Word);
  constexpr unsigned kUsed = kRow * kWidth % kBits;
  const Row<Word> next = RowAt<Word>(values + kRow * (kRowBytes / sizeof(Word)));
  *row = kUsed == 0 ? next : *row | next << kUsed;
  if constexpr (kUsed + kWidth >= kBits) {
    RowAt<Word>(packed + kRow * kWidth / kBits * kRowBytes) = *row;
    constexpr unsigned kLeft = kUsed + kWidth - kBits;
    if constexpr (kLeft > 0) *row = next >> (kWidth - kLeft);
  }
}

template <typename Word, unsigned kWidth>
void PackChunk(const Word* values, unsigned char* packed) {
  constexpr size_t kRows = kValues * sizeof(Word) / kRowBytes;
  Row<Word> row = {};
  [&]<size_t... rows>(std::index_sequence<rows...>) {
    (PackRow<Word, kWidth, rows>(values, &row, packed), ...);
  }
  (std::make_index_sequence<kRows>());
}

using PackNarrowChunk = void (*)(const uint32_t*, unsigned char*);
template <size_t... widths>
constexpr std::array<PackNarrowChunk, sizeof...(widths)> MakePackers(
    std::index_sequence<widths...>) {
  return {PackChunk<uint32_t, widths + 1>...};
}
// Entry w packs w + 1 bits a value.
constexpr std::array<PackNarrowChunk, 32> kNarrowPackers =
    MakePackers(std::make_index_sequence<32>());

template <typename Word>
void Pack(const Word* values, size_t count, unsigned width, unsigned char* packed) {
  if constexpr (sizeof(Word) == sizeof(uint32_t)) {
    if (count == kValues) return kNarrowPackers[width - 1](values, packed);
  }
  constexpr size_t kLanes = kRowBytes / sizeof(Word);
  constexpr unsigned kBits = 8 * sizeof(Word);
  Row<Word> row = {};
  unsigned used = 0;
  for (size_t first = 0; first < count; first += kLanes) {
    const Row<Word> next = RowAt<Word>(values + first);
    row |= next << used;
    used += width;
    if (used < kBits) continue;
    RowAt<Word>(packed) = row;
    packed += kRowBytes;
    used -= kBits;
    // What of these values did not fit; two shifts, since one by all bits of a word is not defined.
    row = next >> (width - used - 1) >> 1;
    if (used == 0) row = Row<Word>{};
  }
  if (used > 0) RowAt<Word>(packed) = row;
}

template <typename Word>
void Unpack(const unsigned char* packed, size_t count, unsigned width, Word* values) {
  constexpr size_t kLanes = kRowBytes / sizeof(Word);
  constexpr unsigned kBits = 8 * sizeof(Word);
  const Word mask = width == kBits ? ~Word{0} : static_cast<Word>((Word{1} << width) - 1);
  Row<Word> row = RowAt<Word>(packed);
  unsigned used = 0;
  for (size_t first = 0; first < count; first += kLanes) {
    Row<Word> value = row >> used;
    used += width;
    // The next row of words: for the rest of these values, or for the next ones if there are any.
    if (used > kBits || (used == kBits && first + kLanes < count)) {
      packed += kRowBytes;
      row = RowAt<Word>(packed);
      used -= kBits;
      value |= row << 1 << (width - used - 1);
    }
    value &= mask;
    RowAt<Word>(values + first) = value;
  }
}

// There is no instruction for the least and greatest of 64-bit values, and none that compares unsigned ones: those are
// turned into signed ones of the same order first.
template <typename Ordered>
void WideRange(const uint64_t* values, uint64_t* least, uint64_t* most) {
  constexpr uint64_t kTurn = Ordered(-1) < Ordered(0) ? 0 : uint64_t{1} << 63;
  using Signed = Row<int64_t>;
  Signed low = (Signed)(RowAt<uint64_t>(values) ^ kTurn);
  Signed high = low;
  for (size_t first = 0; first < kValues; first += kRowBytes / sizeof(uint64_t)) {
    const Signed row = (Signed)(RowAt<uint64_t>(values + first) ^ kTurn);
    low = row < low ? row : low;
    high = row > high ? row : high;
  }
  int64_t lowest = low[0], highest = high[0];
  for (size_t lane = 1; lane < kRowBytes / sizeof(uint64_t); ++lane) {
    lowest = low[lane] < lowest ? low[lane] : lowest;
    highest = high[lane] > highest ? high[lane] : highest;
  }
  *least = static_cast<uint64_t>(lowest) ^ kTurn;
  *most = static_cast<uint64_t>(highest) ^ kTurn;
}

template <typename Word, typename Ordered>
void Range(const Word* values, Word* least, Word* most) {
  if constexpr (sizeof(Word) == sizeof(uint64_t)) return WideRange<Ordered>(values, least, most);
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

#if defined(__AVX2__)
// Bit i: values[i] of these 64 is above.
template <typename Word>
uint64_t MaskAbove(const Word* values, Word bound) {
  constexpr size_t kLanes = kRowBytes / sizeof(Word);
  uint64_t mask = 0;
  for (size_t first = 0; first < 64; first += kLanes) {
    const Row<Word> row = RowAt<Word>(values + first);
    const auto above = (__m256i)(row > bound);
    const int bits = kLanes == 8 ? _mm256_movemask_ps(_mm256_castsi256_ps(above))
                                 : _mm256_movemask_pd(_mm256_castsi256_pd(above));
    mask |= static_cast<uint64_t>(bits) << first;
  }
  return mask;
}

template <typename Word>
size_t FindAbove(const Word* values, Word bound, unsigned char* places) {
  size_t found = 0;
  for (size_t first = 0; first < kValues; first += 64) {
    for (uint64_t mask = MaskAbove(values + first, bound); mask != 0; mask &= mask - 1)
      places[found++] =
          static_cast<unsigned char>(first + static_cast<size_t>(__builtin_ctzll(mask)));
  }
  return found;
}
#else
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
#endif

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
void Offsets(const Word* __restrict values, Word least, Word* __restrict offsets) {
  for (size_t i = 0; i < kValues; ++i) offsets[i] = values[i] - least;
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

void NarrowOffsets(const uint64_t* __restrict values, uint64_t least,
                   uint32_t* __restrict offsets) {
  for (size_t i = 0; i < kValues; ++i) offsets[i] = static_cast<uint32_t>(values[i] - least);
}

void SaturatedSums(const uint64_t* __restrict values, const uint64_t* __restrict addends,
                   uint64_t* __restrict sums) {
  for (size_t i = 0; i < kValues; ++i) {
    const uint64_t sum = values[i] + addends[i];
    sums[i] = sum < values[i] ? ~uint64_t{0} : sum;
  }
}

// The first four words of four records, each a row, become a row of each of four columns.
inline void LoadFourByFour(const unsigned char* records, size_t stride_bytes, uint64_t* columns) {
  const Row<uint64_t> a = RowAt<uint64_t>(records);
  const Row<uint64_t> b = RowAt<uint64_t>(records + stride_bytes);
  const Row<uint64_t> c = RowAt<uint64_t>(records + 2 * stride_bytes);
  const Row<uint64_t> d = RowAt<uint64_t>(records + 3 * stride_bytes);
  const Row<uint64_t> even_ab = __builtin_shufflevector(a, b, 0, 4, 2, 6);
  const Row<uint64_t> odd_ab = __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const Row<uint64_t> even_cd = __builtin_shufflevector(c, d, 0, 4, 2, 6);
  const Row<uint64_t> odd_cd = __builtin_shufflevector(c, d, 1, 5, 3, 7);
  RowAt<uint64_t>(columns) = __builtin_shufflevector(even_ab, even_cd, 0, 1, 4, 5);
  RowAt<uint64_t>(columns + kValues) = __builtin_shufflevector(odd_ab, odd_cd, 0, 1, 4, 5);
  RowAt<uint64_t>(columns + 2 * kValues) = __builtin_shufflevector(even_ab, even_cd, 2, 3, 6, 7);
  RowAt<uint64_t>(columns + 3 * kValues) = __builtin_shufflevector(odd_ab, odd_cd, 2, 3, 6, 7);
}

inline void LoadWord(const unsigned char* records, size_t stride_bytes, size_t first, size_t count,
                     size_t word, uint64_t* columns) {
  for (size_t i = first; i < count; ++i)
    __builtin_memcpy(columns + word * kValues + i,
                     records + i * stride_bytes + word * sizeof(uint64_t), sizeof(uint64_t));
}

void LoadRecords(const unsigned char* records, size_t stride_bytes, size_t count, size_t words,
                 uint64_t* columns) {
  size_t word = 0;
  for (; word + 4 <= words; word += 4) {
    const size_t whole = count / 4 * 4;
    for (size_t at = 0; at < whole; at += 4)
      LoadFourByFour(records + at * stride_bytes + word * sizeof(uint64_t), stride_bytes,
                     columns + word * kValues + at);
    for (size_t i = 0; i < 4; ++i) LoadWord(records, stride_bytes, whole, count, word + i, columns);
  }
  for (; word < words; ++word) LoadWord(records, stride_bytes, 0, count, word, columns);
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
          Add<Word>,        Offsets<Word>,   Cut<Word>};
}

constexpr ChunkKernels MakeChunkKernels() {
  return {MakeWordKernels<uint32_t, int32_t>(),
          MakeWordKernels<uint64_t, int64_t>(),
          Widen,
          NarrowDown,
          NarrowOffsets,
          SaturatedSums,
          LoadRecords,
          Split,
          Join};
}

}  // namespace
}  // namespace aclprof
