#include "check.hpp"

#include <cstdio>
#include <exception>
#include <string_view>
#include <vector>

namespace damier::tests {
namespace {

struct Test {
    const char* name;
    void (*run)();
};

std::vector<Test>& all() {
    static std::vector<Test> tests;
    return tests;
}

const char* running = "";
long long checks = 0;
long long failures = 0;

} // namespace

bool add(const char* name, void (*test)()) {
    all().push_back({name, test});
    return true;
}

bool passed(bool condition) {
    ++checks;
    return condition;
}

void report(const char* file, int line, const char* condition, const std::string& subject) {
    constexpr long long most = 50; // a fault in the generator fails at every node
    if (++failures > most) return;
    std::string_view name(file);
    name.remove_prefix(name.find_last_of("/\\") + 1);
    std::printf("%.*s:%d: %s: %s\n", int(name.size()), name.data(), line, running, condition);
    if (!subject.empty()) std::printf("    %s\n", subject.c_str());
}

} // namespace damier::tests

/// Runs the tests, or those whose names contain the argument.
int main(int count, char** arguments) {
    using namespace damier::tests;
    const std::string_view wanted = count > 1 ? arguments[1] : "";
    int run = 0;
    for (const Test& test : all()) {
        running = test.name;
        if (std::string_view(running).find(wanted) == std::string_view::npos) continue;
        ++run;
        try {
            test.run();
        } catch (const std::exception& error) {
            report(__FILE__, __LINE__, "an exception left the test", error.what());
        }
    }
    std::printf("%d tests, %lld checks, %lld failed\n", run, checks, failures);
    return failures == 0 && checks > 0 ? 0 : 1;
}
