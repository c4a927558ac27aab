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
struct [[gnu::packed, gnu::may_alias]] RowInMemory {
  Row<Word> row;
};

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
  const Row<Word> next = RowAt<Word>(values + kRow * (kRowBytes / sizeof(Word))).row;
  *row = kUsed == 0 ? next : *row | next << kUsed;
  if constexpr (kUsed + kWidth >= kBits) {
    RowAt<Word>(packed + kRow * kWidth / kBits * kRowBytes).row = *row;
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
    const Row<Word> next = RowAt<Word>(values + first).row;
    row |= next << used;
    used += width;
    if (used < kBits) continue;
    RowAt<Word>(packed).row = row;
    packed += kRowBytes;
    used -= kBits;
    // What of these values did not fit; two shifts, since one by all bits of a word is not defined.
    row = next >> (width - used - 1) >> 1;
    if (used == 0) row = Row<Word>{};
  }
  if (used > 0) RowAt<Word>(packed).row = row;
}

template <typename Word>
void Unpack(const unsigned char* packed, size_t count, unsigned width, Word* values) {
  constexpr size_t kLanes = kRowBytes / sizeof(Word);
  constexpr unsigned kBits = 8 * sizeof(Word);
  const Word mask = width == kBits ? ~Word{0} : static_cast<Word>((Word{1} << width) - 1);
  Row<Word> row = RowAt<Word>(packed).row;
  unsigned used = 0;
  for (size_t first = 0; first < count; first += kLanes) {
    Row<Word> value = row >> used;
    used += width;
    // The next row of words: for the rest of these values, or for the next ones if there are any.
    if (used > kBits || (used == kBits && first + kLanes < count)) {
      packed += kRowBytes;
      row = RowAt<Word>(packed).row;
      used -= kBits;
      value |= row << 1 << (width - used - 1);
    }
    value &= mask;
    RowAt<Word>(values + first).row = value;
  }
}

// There is no instruction for the least and greatest of 64-bit values before AVX-512, and none that compares unsigned
// ones: those are turned into signed ones of the same order first.
constexpr uint64_t kTurn = uint64_t{1} << 63;
constexpr size_t kWideLanes = kRowBytes / sizeof(int64_t);
// So many rows are compared side by side, none of which waits for another.
constexpr size_t kStrands = 4;
using Ordered = Row<int64_t>;

inline void KeepLeast(const Ordered& row, Ordered* least) { *least = row < *least ? row : *least; }
inline void KeepMost(const Ordered& row, Ordered* most) { *most = row > *most ? row : *most; }

// Through memory: to pick lanes out of a register would keep it in memory throughout the loop.
inline int64_t LeastLane(Ordered (&strands)[kStrands]) {
  for (size_t strand = 1; strand < kStrands; ++strand) KeepLeast(strands[strand], &strands[0]);
  int64_t lanes[kWideLanes];
  RowAt<int64_t>(lanes).row = strands[0];
  int64_t least = lanes[0];
  for (const int64_t lane : lanes) least = lane < least ? lane : least;
  return least;
}
inline int64_t MostLane(Ordered (&strands)[kStrands]) {
  for (size_t strand = 1; strand < kStrands; ++strand) KeepMost(strands[strand], &strands[0]);
  int64_t lanes[kWideLanes];
  RowAt<int64_t>(lanes).row = strands[0];
  int64_t most = lanes[0];
  for (const int64_t lane : lanes) most = lane > most ? lane : most;
  return most;
}

// The least of the rows that load_low(value, row) gives, and the greatest of those of load_high.
template <typename LoadLow, typename LoadHigh>
inline void Extremes(LoadLow load_low, LoadHigh load_high, int64_t* least, int64_t* most) {
  Ordered low[kStrands], high[kStrands];
  for (size_t strand = 0; strand < kStrands; ++strand) {
    load_low(strand * kWideLanes, &low[strand]);
    load_high(strand * kWideLanes, &high[strand]);
  }
  for (size_t first = kStrands * kWideLanes; first < kValues; first += kStrands * kWideLanes) {
    for (size_t strand = 0; strand < kStrands; ++strand) {
      Ordered row;
      load_low(first + strand * kWideLanes, &row);
      KeepLeast(row, &low[strand]);
      load_high(first + strand * kWideLanes, &row);
      KeepMost(row, &high[strand]);
    }
  }
  *least = LeastLane(low);
  *most = MostLane(high);
}

template <uint64_t turn>
void WideRange(const uint64_t* values, uint64_t* least, uint64_t* most) {
  const auto load = [&](size_t first, Ordered* row) {
    *row = (Ordered)(RowAt<uint64_t>(values + first).row ^ turn);
  };
  int64_t lowest, highest;
  Extremes(load, load, &lowest, &highest);
  *least = static_cast<uint64_t>(lowest) ^ turn;
  *most = static_cast<uint64_t>(highest) ^ turn;
}

// A sum that wrapped is less than what was added to.
void TimeSpan(const uint64_t* starts, const uint64_t* durations, uint64_t* first, uint64_t* last) {
  const auto load_start = [&](size_t at, Ordered* row) {
    *row = (Ordered)(RowAt<uint64_t>(starts + at).row ^ kTurn);
  };
  const auto load_end = [&](size_t at, Ordered* row) {
    const Row<uint64_t> sum =
        RowAt<uint64_t>(starts + at).row + RowAt<uint64_t>(durations + at).row;
    const Ordered turned = (Ordered)(sum ^ kTurn);
    load_start(at, row);
    *row = turned < *row ? Ordered{} + INT64_MAX : turned;
  };
  int64_t lowest, highest;
  Extremes(load_start, load_end, &lowest, &highest);
  *first = static_cast<uint64_t>(lowest) ^ kTurn;
  *last = static_cast<uint64_t>(highest) ^ kTurn;
}

template <typename As>
void NarrowRange(const uint32_t* values, uint32_t* least, uint32_t* most) {
  auto low = static_cast<As>(values[0]);
  As high = low;
  for (size_t i = 0; i < kValues; ++i) {
    const auto value = static_cast<As>(values[i]);
    low = value < low ? value : low;
    high = value > high ? value : high;
  }
  *least = static_cast<uint32_t>(low);
  *most = static_cast<uint32_t>(high);
}

template <typename Word>
size_t CountAbove(const Word* values, Word bound, size_t enough) {
  constexpr size_t kAtOnce = 64;
  size_t count = 0;
  for (size_t first = 0; first < kValues && count <= enough; first += kAtOnce) {
    Word above = 0;
    for (size_t i = 0; i < kAtOnce; ++i) above += values[first + i] > bound ? 1 : 0;
    count += above;
  }
  return count;
}

#if defined(__AVX2__)
// Bit i: values[i] of these 8 is above.
template <typename Word>
unsigned MaskAbove(const Word* values, Word bound) {
  constexpr size_t kLanes = kRowBytes / sizeof(Word);
  unsigned mask = 0;
  for (size_t first = 0; first < 8; first += kLanes) {
    const Row<Word> row = RowAt<Word>(values + first).row;
    const auto above = (__m256i)(row > bound);
    const int bits = kLanes == 8 ? _mm256_movemask_ps(_mm256_castsi256_ps(above))
                                 : _mm256_movemask_pd(_mm256_castsi256_pd(above));
    mask |= static_cast<unsigned>(bits) << first;
  }
  return mask;
}

// Byte i of entry m: which bit of m is the one that is set after i others.
constexpr std::array<uint64_t, 256> MakePlaces() {
  std::array<uint64_t, 256> places{};
  for (unsigned mask = 0; mask < 256; ++mask) {
    unsigned found = 0;
    for (uint64_t bit = 0; bit < 8; ++bit)
      if ((mask >> bit & 1) != 0) places[mask] |= bit << 8 * found++;
  }
  return places;
}
constexpr std::array<uint64_t, 256> kPlaces = MakePlaces();

// Eight places are put down whatever is above; what is not is overwritten by the next ones.
template <typename Word>
size_t FindAbove(const Word* values, Word bound, unsigned char* places) {
  constexpr uint64_t kEachByte = 0x0101010101010101;
  size_t found = 0;
  for (size_t first = 0; first < kValues; first += 8) {
    const unsigned mask = MaskAbove(values + first, bound);
    const uint64_t eight = kPlaces[mask] + first * kEachByte;
    __builtin_memcpy(places + found, &eight, sizeof(eight));
    found += static_cast<size_t>(__builtin_popcount(mask));
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

// Two at a time, which don't wait for each other.
uint64_t LowIds(const uint32_t* ids) {
  uint64_t even = 0, odd = 0;
  for (size_t i = 0; i < kValues; i += 2) {
    even |= uint64_t{1} << ids[i];
    odd |= uint64_t{1} << ids[i + 1];
  }
  return even | odd;
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

// The first four words of four records, each a row, become a row of each of four columns.
inline void LoadFourByFour(const unsigned char* records, size_t stride_bytes, uint64_t* columns) {
  const Row<uint64_t> a = RowAt<uint64_t>(records).row;
  const Row<uint64_t> b = RowAt<uint64_t>(records + stride_bytes).row;
  const Row<uint64_t> c = RowAt<uint64_t>(records + 2 * stride_bytes).row;
  const Row<uint64_t> d = RowAt<uint64_t>(records + 3 * stride_bytes).row;
  const Row<uint64_t> even_ab = __builtin_shufflevector(a, b, 0, 4, 2, 6);
  const Row<uint64_t> odd_ab = __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const Row<uint64_t> even_cd = __builtin_shufflevector(c, d, 0, 4, 2, 6);
  const Row<uint64_t> odd_cd = __builtin_shufflevector(c, d, 1, 5, 3, 7);
  RowAt<uint64_t>(columns).row = __builtin_shufflevector(even_ab, even_cd, 0, 1, 4, 5);
  RowAt<uint64_t>(columns + kValues).row = __builtin_shufflevector(odd_ab, odd_cd, 0, 1, 4, 5);
  RowAt<uint64_t>(columns + 2 * kValues).row =
      __builtin_shufflevector(even_ab, even_cd, 2, 3, 6, 7);
  RowAt<uint64_t>(columns + 3 * kValues).row = __builtin_shufflevector(odd_ab, odd_cd, 2, 3, 6, 7);
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

template <typename Word>
using RangeKernel = void (*)(const Word*, Word*, Word*);

template <typename Word>
constexpr WordKernels<Word> MakeWordKernels(RangeKernel<Word> range,
                                            RangeKernel<Word> signed_range) {
  return {Pack<Word>,      Unpack<Word>,      range,       signed_range, CountAbove<Word>,
          FindAbove<Word>, Differences<Word>, SumUp<Word>, Add<Word>,    Offsets<Word>,
          Cut<Word>};
}

constexpr ChunkKernels MakeChunkKernels() {
  return {MakeWordKernels<uint32_t>(NarrowRange<uint32_t>, NarrowRange<int32_t>),
          MakeWordKernels<uint64_t>(WideRange<kTurn>, WideRange<0>),
          Widen,
          NarrowDown,
          NarrowOffsets,
          TimeSpan,
          LowIds,
          LoadRecords,
          Split,
          Join};
}

}  // namespace
}  // namespace aclprof
