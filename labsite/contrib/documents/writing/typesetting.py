"""A process of its own that sets one document by Typst, as ``python -P typesetting.py`` with a job on its input.

What Typst remembers, 150 MB after some documents, goes with the process; and one that doesn't end can be ended. It
imports nothing of the site, and begins in 30 ms.
"""

import json
import sys

import typst

# Where to look for Chinese letters, best first; whatever else the system has is asked last, as is Typst's own choice.
CHINESE = (
    *("Noto Serif CJK SC", "Source Han Serif SC", "Source Han Serif CN", "Noto Serif SC", "Songti SC", "STSong"),
    *("SimSun", "Noto Sans CJK SC", "Source Han Sans SC", "Noto Sans SC", "PingFang SC", "Microsoft YaHei"),
    *("WenQuanYi Micro Hei", "WenQuanYi Zen Hei", "Droid Sans Fallback", "AR PL UMing CN", "AR PL SungtiL GB"),
)
BOLD = 600


def main() -> None:
    """Write the PDF of the job to the output, else what is wrong with it to that of errors."""
    job = json.load(sys.stdin.buffer)
    fonts = typst.Fonts(font_paths=job["fonts"])
    weights: dict[str, int] = {}
    for font in fonts.fonts():
        weights[font.family] = max(font.weight, weights.get(font.family, 0))
    chinese = [family for family in CHINESE if family in weights]
    look = job["look"] | {"fonts": chinese, "has_bold": bool(chinese) and weights[chinese[0]] >= BOLD}
    inputs = {"document": job["document"], "look": json.dumps(look)}
    compiler = typst.Compiler(job["template"], job["root"], fonts, sys_inputs=inputs, package_path=job["packages"])
    try:
        pdf = compiler.compile(pdf_standards=["ua-1", "a-2a"])
    except typst.TypstError as error:
        sys.exit(error.diagnostic)
    assert isinstance(pdf, bytes)
    sys.stdout.buffer.write(pdf)


if __name__ == "__main__":
    main()
