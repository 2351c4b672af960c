#pragma once

#include <array>

#include "damier/bitboard.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace damier {

/// Several bitboards side by side, as many as the kernel's processors take at a time. Shifts and
/// logic are the operators of `Vector`.
#if defined(__AVX512VPOPCNTDQ__)

struct Lanes {
    static constexpr int width = 8;
    using Vector = Bitboard __attribute__((vector_size(64)));

    static Vector load(const Bitboard* from) { return Vector(_mm512_loadu_si512(from)); }

    /// The number of squares in each lane.
    static Vector count(Vector v) { return Vector(_mm512_popcnt_epi64(__m512i(v))); }

    /// Bit n is set if lane n is not empty.
    static unsigned occupied(Vector v) { return _mm512_test_epi64_mask(__m512i(v), __m512i(v)); }

    /// The lanes of `v` where `v_if_empty` is empty; 0 in the others.
    static Vector where_empty(Vector v_if_empty, Vector v) {
        const __m512i test = __m512i(v_if_empty);
        return Vector(_mm512_maskz_mov_epi64(_mm512_testn_epi64_mask(test, test), __m512i(v)));
    }

    /// Stores the chosen lanes one after another; may overwrite `width` places.
    static void store(Bitboard* to, unsigned chosen, Vector v) {
        // Compressing in a register and storing all of it is faster than to compress to memory.
        _mm512_storeu_si512(to, _mm512_maskz_compress_epi64(__mmask8(chosen), __m512i(v)));
    }

    static std::uint64_t sum(Vector v) {
        return std::uint64_t(_mm512_reduce_add_epi64(__m512i(v)));
    }

    /// Of numbers below 2^32.
    static Vector product(Vector a, Vector b) {
        return Vector(_mm512_mul_epu32(__m512i(a), __m512i(b)));
    }

    static Bitboard at(Vector v, int lane) { return v[lane]; }
};

#elif defined(__AVX2__)

struct Lanes {
    static constexpr int width = 4;
    using Vector = Bitboard __attribute__((vector_size(32)));

    static Vector load(const Bitboard* from) {
        return Vector(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)));
    }

    static Vector count(Vector v) {
        const __m256i of_nibble = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
                                                   0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
        const __m256i nibble = _mm256_set1_epi8(15);
        const __m256i low = _mm256_and_si256(__m256i(v), nibble);
        const __m256i high = _mm256_and_si256(__m256i(v >> 4), nibble);
        const __m256i of_byte = _mm256_add_epi8(_mm256_shuffle_epi8(of_nibble, low),
                                                _mm256_shuffle_epi8(of_nibble, high));
        return Vector(_mm256_sad_epu8(of_byte, _mm256_setzero_si256()));
    }

    static unsigned occupied(Vector v) { return ~empty_bits(v) & 15; }

    static Vector where_empty(Vector v_if_empty, Vector v) {
        return Vector(_mm256_and_si256(is_empty(v_if_empty), __m256i(v)));
    }

    static void store(Bitboard* to, unsigned chosen, Vector v) {
        // For each choice of lanes, their 32-bit halves in the order to store them.
        alignas(32) static constexpr auto halves = [] {
            std::array<std::array<std::uint32_t, 8>, 16> table{};
            for (unsigned choice = 0; choice < 16; ++choice)
                for (unsigned lane = 0, at = 0; lane < 4; ++lane)
                    if (choice >> lane & 1) {
                        table[choice][at++] = 2 * lane;
                        table[choice][at++] = 2 * lane + 1;
                    }
            return table;
        }();
        const auto* order = reinterpret_cast<const __m256i*>(halves[chosen].data());
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to),
                            _mm256_permutevar8x32_epi32(__m256i(v), _mm256_load_si256(order)));
    }

    static std::uint64_t sum(Vector v) { return v[0] + v[1] + v[2] + v[3]; }

    static Vector product(Vector a, Vector b) {
        return Vector(_mm256_mul_epu32(__m256i(a), __m256i(b)));
    }

    static Bitboard at(Vector v, int lane) { return v[lane]; }

private:
    static __m256i is_empty(Vector v) {
        return _mm256_cmpeq_epi64(__m256i(v), _mm256_setzero_si256());
    }
    static unsigned empty_bits(Vector v) {
        return unsigned(_mm256_movemask_pd(_mm256_castsi256_pd(is_empty(v))));
    }
};

#else

struct Lanes {
    static constexpr int width = 1;
    using Vector = Bitboard;

    static Vector load(const Bitboard* from) { return *from; }

    static Vector count(Vector v) {
#if defined(__x86_64__) && !defined(__POPCNT__)
        // Without the instruction, std::popcount is a call; this is the same inline.
        v -= (v >> 1) & 0x5555555555555555;
        v = (v & 0x3333333333333333) + ((v >> 2) & 0x3333333333333333);
        v = (v + (v >> 4)) & 0x0f0f0f0f0f0f0f0f;
        return (v * 0x0101010101010101) >> 56;
#else
        return Vector(std::popcount(v));
#endif
    }

    static unsigned occupied(Vector v) { return v != 0; }
    static Vector where_empty(Vector v_if_empty, Vector v) { return v_if_empty ? 0 : v; }
    static void store(Bitboard* to, unsigned, Vector v) { *to = v; }
    static std::uint64_t sum(Vector v) { return v; }
    static Vector product(Vector a, Vector b) { return a * b; }
    static Bitboard at(Vector v, int) { return v; }
};

#endif

} // namespace damier
