#include "endgame/table_file.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>

#include "endgame/index.hpp"

namespace damier::endgame {
namespace {

constexpr std::string_view magic = "damierEG";
constexpr int version = 1;
constexpr std::size_t checksum_at = 24;

std::uint64_t read_number(const std::uint8_t* bytes) {
    std::uint64_t number = 0;
    for (int i = 7; i >= 0; --i) number = number << 8 | bytes[i];
    return number;
}

void write_number(std::uint64_t number, std::uint8_t* bytes) {
    for (int i = 0; i < 8; ++i, number >>= 8) bytes[i] = std::uint8_t(number);
}

/// Sums eight bytes at a time in four lanes, of which each step can be undone, so that a change in
/// one place always shows.
class Checksum {
public:
    void add(std::span<const std::uint8_t> bytes) {
        std::size_t at = 0;
        for (; at + 32 <= bytes.size(); at += 32)
            for (std::size_t lane = 0; lane < 4; ++lane)
                step(lane, read_number(&bytes[at + 8 * lane]));
        for (; at < bytes.size(); ++at) step(at % 4, bytes[at]);
        step(0, bytes.size());
    }

    std::uint64_t sum() const {
        std::uint64_t sum = 0;
        for (std::uint64_t lane : lanes_) sum = (std::rotl(sum, 29) ^ lane) * multiplier;
        return sum ^ sum >> 32;
    }

private:
    static constexpr std::uint64_t multiplier = 0x9e3779b97f4a7c15;

    void step(std::size_t lane, std::uint64_t number) {
        lanes_[lane] = std::rotl((lanes_[lane] ^ number) * multiplier, 29);
    }

    std::uint64_t lanes_[4] = {1, 2, 3, 4};
};

std::uint64_t checksum(std::span<const std::uint8_t> header,
                       std::span<const std::uint8_t> payload) {
    Checksum sum;
    sum.add(header.first(checksum_at));
    sum.add(payload);
    return sum.sum();
}

void require(bool condition, const char* reason) {
    if (!condition) throw std::invalid_argument(reason);
}

} // namespace

std::uint64_t cell_count(Variant variant, const PieceSet& set) {
    return with_geometry(variant, [&]<class G>() { return Index<G>(set).size(); });
}

std::vector<std::uint8_t> write_table(Variant variant, const TableFile& table) {
    std::vector<std::uint8_t> file(header_size + table.payload.size());
    std::ranges::copy(magic, file.begin());
    const PieceSet& set = table.set;
    const int fields[] = {version,       board_size(variant), set.men,         set.kings,
                          set.other_men, set.other_kings,     table.distances, table.packed};
    std::ranges::transform(fields, file.begin() + magic.size(),
                           [](int field) { return std::uint8_t(field); });
    write_number(table.payload.size(), &file[16]);
    write_number(checksum(file, table.payload), &file[checksum_at]);
    std::ranges::copy(table.payload, file.begin() + header_size);
    return file;
}

TableFile read_table(Variant variant, std::span<const std::uint8_t>& bytes) {
    require(bytes.size() >= header_size && std::ranges::equal(bytes.first(magic.size()), magic),
            "this is no endgame table");
    const auto field = [&](std::size_t number) { return int(bytes[magic.size() + number]); };
    require(field(0) == version, "this is an endgame table of another version");
    require(bytes.size() - header_size >= read_number(&bytes[16]),
            "the endgame table is cut short");
    const auto payload = bytes.subspan(header_size, std::size_t(read_number(&bytes[16])));
    require(checksum(bytes, payload) == read_number(&bytes[checksum_at]),
            "the endgame table is damaged: its checksum is wrong");
    require(field(1) == board_size(variant), "this is an endgame table of the other variant");
    const TableFile table{
        {field(2), field(3), field(4), field(5)}, field(6) == 1, field(7) == 1, payload};
    require(has_table(table.set) && field(6) <= 1 && field(7) <= 1,
            "the endgame table has a header that makes no sense");
    require(table.packed || payload.size() == cell_count(variant, table.set),
            "the endgame table has a wrong number of cells");
    bytes = bytes.subspan(header_size + payload.size());
    return table;
}

} // namespace damier::endgame
