"""The marks of charts. A page has hundreds of them: as a template each, they took longer than all else on it."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import ngettext

from labsite.drawing.charts import BarChart, Grid

register = template.Library()


@register.simple_tag
def bars(chart: BarChart) -> SafeString:
    """Draw papers per year, each year as a link whose whole column can be hit, if it leads somewhere."""
    drawn = []
    for bar in chart.bars:
        slot, count = bar.slot, bar.count
        name = ngettext("%(year)s: %(n)s paper", "%(year)s: %(n)s papers", count) % {"year": slot.year, "n": count}
        marks = mark_safe(  # all of them numbers
            f'<rect class="slot" x="{slot.x}" width="{slot.width}" y="0" height="{chart.axes.base}"/>'
            f'<rect class="mark" x="{slot.bar_x}" width="{slot.bar_width}" y="{bar.y}" height="{bar.height}"/>'
            f'<text class="n" x="{slot.middle}" y="{bar.y}" dy="-4">{count}</text>'
        )
        link = '<a href="{}" aria-label="{}"><title>{}</title>{}</a>'
        drawn.append(format_html(link, bar.url, name, name, marks) if bar.url else marks)
    return mark_safe("\n".join(drawn))


@register.simple_tag
def cells(grid: Grid) -> SafeString:
    """Draw numbers by row and column as shaded cells, each a link."""
    drawn = []
    for cell in grid.cells:
        name = ngettext("%(row)s, %(column)s: %(n)s paper", "%(row)s, %(column)s: %(n)s papers", cell.count)
        name %= {"row": cell.row.label, "column": cell.column.label, "n": cell.count}
        marks = mark_safe(  # all of them numbers and shares
            f'<rect class="cell level-{cell.level}" x="{cell.x}" y="{cell.y}" width="{grid.cell_width}" '
            f'height="{grid.cell_height}"/><text class="level-{cell.level}" x="{cell.middle}" y="{cell.foot}">'
            f"{cell.count}</text>"
        )
        drawn.append(format_html('<a href="{}" aria-label="{}">{}</a>', cell.url, name, marks))
    return mark_safe("\n".join(drawn))
