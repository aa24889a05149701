"""The pages of the admin that belong to the lab as a whole."""

from django.utils.translation import gettext_lazy as _

from labsite.roles import AdminPage, Role

ADMIN_PAGES = (
    AdminPage("begin", "begin/", "labsite.beginning.views.begin", Role.ADMINISTRATOR, _("Begin"), order=100),
    AdminPage("paste-people", "paste-people/", "labsite.beginning.views.paste_people", Role.EDITOR),
    AdminPage("guide", "guide/", "labsite.admin_site.views.guide", Role.MEMBER),
    AdminPage("invite", "invite/<int:pk>/", "labsite.accounts.views.invite", Role.ADMINISTRATOR),
    AdminPage("invite-several", "invite/", "labsite.accounts.inviting.invite_several", Role.ADMINISTRATOR),
    AdminPage("kept-picture", "kept-picture/<str:token>/", "labsite.admin_site.views.stashed_picture", Role.MEMBER),
    AdminPage("leave", "leave/<int:pk>/", "labsite.accounts.views.leave", Role.ADMINISTRATOR),
    AdminPage("erase", "erase/<int:pk>/", "labsite.privacy.views.erase_person", Role.ADMINISTRATOR),
    AdminPage(
        "markdown-preview", "markdown/preview/", "labsite.admin_site.views.preview", Role.MEMBER, for_scripts=True
    ),
    AdminPage(
        "markdown-upload", "markdown/upload/", "labsite.admin_site.views.upload_picture", Role.MEMBER, for_scripts=True
    ),
    AdminPage(
        "picture-as-jpeg",
        "picture-as-jpeg/",
        "labsite.admin_site.views.picture_as_jpeg",
        Role.MEMBER,
        for_scripts=True,
    ),
    AdminPage("version", "history/<int:pk>/", "labsite.history.views.version", Role.MEMBER),
    AdminPage("changes", "changes/", "labsite.history.views.changes", Role.EDITOR, _("Recent changes"), order=70),
    AdminPage("step", "changes/<int:pk>/", "labsite.history.views.step_detail", Role.EDITOR),
    AdminPage("bin", "bin/", "labsite.history.views.bin_list", Role.EDITOR, _("Bin"), order=80),
    AdminPage("bring-back", "bin/<int:pk>/", "labsite.history.views.bring", Role.EDITOR),
    AdminPage(
        "worklist", "worklist/", "labsite.curation.worklist.views.worklist", Role.MEMBER, _("Worklist"), order=20
    ),
    AdminPage("job", "jobs/<int:pk>/", "labsite.jobs.views.job", Role.MEMBER),
    AdminPage(
        "questions", "questions/", "labsite.curation.questions.questions", Role.MEMBER, _("Questions"), order=40
    ),
    AdminPage("ask", "ask/<str:label>/<int:pk>/", "labsite.curation.questions.ask", Role.MEMBER),
    AdminPage(
        "still-true", "still-true/", "labsite.curation.still_true.still_true", Role.MEMBER, _("Still true?"), order=50
    ),
    AdminPage("share-draft", "share/<str:label>/<int:pk>/", "labsite.pages.draft_links.share_draft", Role.MEMBER),
    AdminPage(
        "duplicates",
        "duplicates/",
        "labsite.curation.duplicates.views.duplicates",
        Role.EDITOR,
        _("Duplicates"),
        order=30,
    ),
    AdminPage(
        "compare",
        "duplicates/<slug:kind>/<int:one>/<int:other>/",
        "labsite.curation.duplicates.views.compare",
        Role.EDITOR,
    ),
    AdminPage(
        "news-proposals",
        "news-to-write/",
        "labsite.curation.news_proposals.news_proposals",
        Role.EDITOR,
        _("News to write"),
        order=60,
    ),
    AdminPage(
        "the-site", "site/", "labsite.admin_site.the_site.the_site", Role.ADMINISTRATOR, _("The site"), order=90
    ),
)
