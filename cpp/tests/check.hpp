#pragma once

#include <string>

/// CHECK(condition) counts a check; if it fails, file, line and condition are printed.
/// CHECK_IN(subject, condition) prints the case of a table or of a walk as well; the subject, a
/// text, is made only for a failure.
#define CHECK(...) CHECK_IN("", __VA_ARGS__)
#define CHECK_IN(subject, ...)                                                                     \
    (damier::tests::passed(static_cast<bool>(__VA_ARGS__))                                         \
         ? void()                                                                                  \
         : damier::tests::report(__FILE__, __LINE__, #__VA_ARGS__, subject))

/// TEST(name) { ... } is run by main.
#define TEST(name)                                                                                 \
    static void name();                                                                            \
    static const bool name##_added = damier::tests::add(#name, name);                              \
    static void name()

namespace damier::tests {

bool add(const char* name, void (*test)());
bool passed(bool condition);
void report(const char* file, int line, const char* condition, const std::string& subject);

/// The message of the Error that a function throws; empty if it throws nothing.
template <class Error, class Function>
std::string refusal(Function&& function) {
    try {
        function();
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

} // namespace damier::tests
