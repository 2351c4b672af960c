"""Writes what the stub says into a header, for help() and inspect.signature() at run time."""

import ast
import inspect
import json
import sys
from collections.abc import Iterator
from pathlib import Path


def signature(function: ast.FunctionDef, method: bool) -> str:
    """The parameters without types, as CPython's own functions tell them."""
    arguments = function.args
    for argument in ast.walk(arguments):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    if method and not arguments.posonlyargs:
        arguments.posonlyargs = [arguments.args.pop(0)]
    return f"({ast.unparse(arguments)})"


def row(scope: str, name: str, parameters: str, text: str) -> tuple[str, str, str, str]:
    """The last part is the whole as CPython keeps it, which tells a signature from the text."""
    return scope, name, parameters, f"{name}{parameters}\n--\n\n{text}" if parameters else text


def docs(body: list[ast.stmt], scope: str = "") -> Iterator[tuple[str, str, str, str]]:
    """Scope, name, signature and docstring of each class, function and property."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            made = [n for n in node.body if isinstance(n, ast.FunctionDef) and n.name == "__init__"]
            parameters = ""
            if made and made[0].args.vararg is None:  # which would say that it cannot be called
                parameters = (
                    signature(made[0], True).replace("self, /, ", "").replace("self, /", "")
                )
            yield row(scope, node.name, parameters, ast.get_docstring(node) or "")
            yield from docs(node.body, node.name)
        elif isinstance(node, ast.FunctionDef):
            decorators = {ast.unparse(decorator) for decorator in node.decorator_list}
            text = inspect.cleandoc(ast.get_docstring(node) or "")
            parameters = ""
            if "property" not in decorators:
                parameters = signature(node, scope != "" and "staticmethod" not in decorators)
            yield row(scope, node.name, parameters, text)


def main(stub: str, header: str) -> None:
    rows = [
        "    {" + ", ".join(json.dumps(part, ensure_ascii=False) for part in parts) + "},\n"
        for parts in docs(ast.parse(Path(stub).read_text(encoding="utf-8")).body)
    ]
    Path(header).write_text(
        "// Made by docs.py from _core.pyi.\n"
        "constexpr struct {\n    const char *scope, *name, *signature, *whole;\n} docs[] = {\n"
        + "".join(rows)
        + "};\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
