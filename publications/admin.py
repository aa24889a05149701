from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _

from labsite.editing.actions import merge_two, publishing_actions
from labsite.editing.change_lists import (
    CountColumn,
    MissingAddressFilter,
    linked_rows,
    stored_picture,
    thumbnail_column,
)
from labsite.editing.inlines import (
    ORDERED_ROWS,
    BlockInline,
    InlineRowForm,
    LinkInline,
    OrderedRowsFormSet,
    RowInline,
    order_field,
)
from labsite.editing.model_admin import LabModelAdmin
from labsite.editing.parts import Part
from labsite.editing.publishing import OnSiteFilter, PublishableAdmin
from labsite.texts.plain_text import shortened
from people.models import page_of
from publications import actions, approval
from publications.models import (
    Authorship,
    EarlierVersion,
    ExtraField,
    Identifier,
    Link,
    Publication,
    Talk,
    TalkOccasion,
    Venue,
    VenueAlias,
)

MAX_OF_A_WORD = 80  # characters of an editor's word that a list has room for


class AuthorshipForm(InlineRowForm):
    order = order_field(_("author"))


class AuthorInline(RowInline):
    model = Authorship
    fk_name = "publication"
    form = AuthorshipForm
    formset = OrderedRowsFormSet
    verbose_name = _("author")
    verbose_name_plural = _("authors")
    comes_first = True
    autocomplete_fields = ("person", "mentor")
    fields = ("order", "person", "printed_name", "is_equal", "is_lead", "is_corresponding", "mentor")

    class Media:
        js = [ORDERED_ROWS]


class PublicationLinkInline(LinkInline):
    model = Link
    comes_first = True
    fields = ("order", "kind", "label", "url", "file", "shown_to")  # type: ignore[assignment]


class EarlierVersionInline(BlockInline):
    model = EarlierVersion
    fields = ("title", "authors", ("status", "arxiv_id"))
    classes = ("collapse",)


class IdentifierForm(InlineRowForm):
    class Meta:
        help_texts = {
            "scheme": _("The paper’s own DOI and arXiv id go above."),
            "value": _("As it is written there, for example conf/nsdi/Quill24 at dblp. The paper’s page links to it."),
        }


class IdentifierInline(BlockInline):
    model = Identifier
    form = IdentifierForm
    fields = (("scheme", "value"),)
    classes = ("collapse",)
    verbose_name_plural = _("other identifiers")


class ExtraFieldForm(InlineRowForm):
    class Meta:
        help_texts = {
            "name": _("What the other program calls it, for example keywords."),
            "value": _("Hidden from visitors. It came with an import, and is exported again with the paper’s BibTeX."),
        }


class ExtraFieldInline(BlockInline):
    model = ExtraField
    form = ExtraFieldForm
    fields = ("name", "value")
    classes = ("collapse",)
    verbose_name = _("field")
    verbose_name_plural = _("imported fields")


class ApprovedAdmin(PublishableAdmin):
    """Mixed into a ModelAdmin: where the lab asks for approval, an editor publishes what a member adds."""

    waits_for_approval = True

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[Any, ...]:
        """What is published stays so, where only editors publish."""
        fixed = tuple(super().get_readonly_fields(request, obj))
        is_settled = obj and obj.state == obj.State.PUBLISHED and not approval.may_publish(request.user)
        return (*fixed, "state", "publish_from") if is_settled else fixed

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        return {"state": approval.first_state(request.user)} | super().get_changeform_initial_data(request)

    def states_for(self, request: HttpRequest, row: Any) -> list[str]:
        return approval.states_for(request.user, row)

    def save_model(self, request: Any, obj: Any, form: forms.ModelForm, change: bool) -> None:
        if not change:
            obj.added_by = request.user
            obj.state = form.cleaned_data.get("state") or approval.first_state(request.user)
        super().save_model(request, obj, form, change)


@admin.register(Publication)
class PublicationAdmin(ApprovedAdmin, LabModelAdmin):
    list_display = (
        "title",
        "on_site",
        "acronym",
        "year",
        "kind",
        "status",
        CountColumn(_("authors"), "authorships"),
        "is_selected",
        "missing",
        thumbnail_column("teaser", _("teaser")),
    )
    list_filter = (
        OnSiteFilter,
        "is_selected",
        "kind",
        "status",
        MissingAddressFilter,
        "year",
        ("venue", admin.RelatedOnlyFieldListFilter),
    )
    list_select_related = ("venue",)
    search_fields = ("search_text",)
    search_help_text = _("Search by title, author, venue, year, DOI or arXiv id.")
    autocomplete_fields = ("venue", "awards")
    readonly_fields = ("current_teaser", "talks")
    current_teaser = stored_picture("teaser", _("current image"))
    fieldsets = (
        (None, {"fields": ("title", "venue", ("year", "month", "kind", "status"), ("doi", "arxiv_id"))}),
        (_("On the site"), {"fields": (("state", "is_selected"),)}),
        (_("Abstract"), {"fields": ("abstract",), "classes": ("collapse",)}),
        (_("Teaser image"), {"fields": ("current_teaser", "teaser", "teaser_alt"), "classes": ("collapse",)}),
        (
            _("Awards, notes and talks"),
            {"fields": ("awards", "notes", "shows_notes", "talks"), "classes": ("collapse",)},
        ),
        (
            _("As printed"),
            {
                "fields": (("volume", "number", "article", "pages"), "proceedings", "publisher"),
                "classes": ("collapse",),
            },
        ),
        (
            _("Address, citation key and when it appears"),
            {
                "fields": ("slug", "citation_key", "publish_from"),
                "classes": ("collapse",),
                "description": _("All are filled in for you when they are left empty."),
            },
        ),
    )
    inlines = (AuthorInline, PublicationLinkInline, EarlierVersionInline, IdentifierInline, ExtraFieldInline)
    parts = {
        "head": Part(_("Title and venue"), ("title", "kind", "status", "venue", "year", "month", "is_selected")),
        "authors": Part(_("Authors"), inlines=(AuthorInline,)),
        "links": Part(_("Links"), inlines=(PublicationLinkInline,)),
        "teaser": Part(_("Picture"), ("current_teaser", "teaser", "teaser_alt")),
        "abstract": Part(_("Abstract"), ("abstract",)),
        "facts": Part(
            _("Details"),
            (
                *("volume", "number", "article", "pages", "proceedings", "publisher", "doi", "arxiv_id"),
                *("notes", "shows_notes", "awards"),
            ),
            (IdentifierInline,),
        ),
    }
    actions = (
        merge_two,
        actions.approve,
        *publishing_actions(approval.may_publish),
        actions.set_venue,
        actions.add_author,
        actions.export_bibtex,
        actions.export_papers,
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).prefetch_related("links")

    def has_approve_permission(self, request: HttpRequest) -> bool:
        return approval.may_approve(request.user)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        paper = context.get("original")
        context["may_approve"] = approval.may_approve(request.user)
        context["is_ahead"] = bool(paper and paper.publish_from and paper.publish_from > timezone.now())
        return super().render_change_form(request, context, *args, **kwargs)

    def save_related(self, request: HttpRequest, form: forms.ModelForm, formsets: Any, change: bool) -> None:
        """Make the citation key once the authors are saved: the first one's name is part of it."""
        super().save_related(request, form, formsets, change)
        if form.cleaned_data.get("citation_key", "" if not change else form.instance.citation_key) == "":
            form.instance.citation_key = ""
            form.instance.save()

    @admin.display(description=_("on the site"), ordering="state")
    def on_site(self, publication: Publication) -> str:
        """Say who sees it, and of one that was returned why."""
        word = publication.editors_word if publication.state == publication.State.DRAFT else ""
        if word:
            return gettext("Returned: “%(word)s”") % {"word": shortened(word, MAX_OF_A_WORD)}
        return super().on_site(publication)

    @admin.display(description=_("venue"), ordering="venue__acronym")
    def acronym(self, publication: Publication) -> str | None:
        return publication.venue.acronym if publication.venue else None

    @admin.display(description=_("missing"), empty_value="")
    def missing(self, publication: Publication) -> str | None:
        kinds = [str(link) for link in publication.links.all() if not link.address]
        return gettext("Address: %(links)s") % {"links": ", ".join(kinds)} if kinds else None

    @admin.display(description=_("talks about it"))
    def talks(self, publication: Publication) -> str:
        return linked_rows(publication.talks.all()) if publication.pk else gettext("None yet.")


class VenueAliasInline(RowInline):
    model = VenueAlias
    verbose_name = _("other spelling")
    verbose_name_plural = _("other spellings")
    fields = ("name",)


@admin.register(Venue)
class VenueAdmin(LabModelAdmin):
    list_display = (
        "short_name",
        "name",
        "kind",
        "publisher",
        CountColumn(_("papers"), "publications"),
        CountColumn(_("service"), "services"),
    )
    list_filter = ("kind",)
    search_fields = ("search_text",)
    search_help_text = _("Search by acronym, name (in any spelling) or publisher.")
    fieldsets = (
        (None, {"fields": ("acronym", "name", "kind", "publisher", "url")}),
        (_("Address"), {"fields": ("slug",), "classes": ("collapse",)}),
    )
    inlines = (VenueAliasInline,)
    actions = (actions.settle_acronyms, merge_two, actions.export_venues)

    def view_on_site(self, venue: Venue) -> str | None:
        """A venue that only unpublished papers name has no page yet."""
        return venue.get_absolute_url() if Venue.objects.public().contains(venue) else None


class TalkOccasionInline(RowInline):
    model = TalkOccasion
    verbose_name = _("occasion")
    verbose_name_plural = _("occasions")
    autocomplete_fields = ("venue",)
    fields = ("host", "place", "date", "venue")

    def get_extra(self, request: HttpRequest, obj: Talk | None = None, **kwargs: Any) -> int:
        """A new talk asks for its first occasion: without one nobody knows that it was given."""
        return 0 if obj else 1


@admin.register(Talk)
class TalkAdmin(LabModelAdmin):
    list_display = ("title", "speaker", "publication", CountColumn(_("occasions"), "occasions"), "last_given")
    list_select_related = ("speaker",)
    search_fields = (
        "search_text",
        "speaker__search_text",
        "speaker__name_variants__folded",
        "occasions__host",
        "occasions__place",
    )
    search_help_text = _("Search by title, speaker or place.")
    list_readable = ("publication",)
    autocomplete_fields = ("speaker", "publication")
    fields = ("title", "speaker", "publication")
    inlines = (TalkOccasionInline,)
    parts = {"talk": Part("", fields, inlines, adds=True)}
    actions = (actions.export_talks,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        dates = TalkOccasion.objects.filter(talk=OuterRef("pk")).order_by("-date").values("date")
        return super().get_queryset(request).annotate(latest=Subquery(dates[:1]))

    @admin.display(description=_("last given"), ordering="latest")
    def last_given(self, talk: Any) -> str | None:
        return talk.latest.words if talk.latest else None

    def view_on_site(self, talk: Talk) -> str | None:
        """A talk is shown on its speaker's page."""
        return page_of(talk.speaker)
