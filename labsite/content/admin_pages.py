"""The pages of the admin that belong to the lab as a whole."""

from django.utils.translation import gettext_lazy as _

from labsite.roles import AdminPage, Role

MEMBER, EDITOR, ADMINISTRATOR = Role

ADMIN_PAGES = (
    AdminPage("begin", "begin/", "labsite.beginning.views.begin", ADMINISTRATOR),
    AdminPage("paste-people", "paste-people/", "labsite.beginning.views.paste_people", EDITOR),
    AdminPage("guide", "guide/", "labsite.admin_site.views.guide", MEMBER),
    AdminPage("invite", "invite/<int:pk>/", "labsite.accounts.inviting.invite", ADMINISTRATOR),
    AdminPage("invite-several", "invite/", "labsite.accounts.inviting.invite_several", ADMINISTRATOR),
    AdminPage("kept-picture", "kept-picture/<str:token>/", "labsite.admin_site.views.stashed_picture", MEMBER),
    AdminPage("leave", "leave/<int:pk>/", "labsite.accounts.views.leave", ADMINISTRATOR),
    AdminPage("erase", "erase/<int:pk>/", "labsite.privacy.views.erase_person", ADMINISTRATOR),
    AdminPage("markdown-preview", "markdown/preview/", "labsite.admin_site.views.preview", MEMBER, for_scripts=True),
    AdminPage(
        "markdown-upload", "markdown/upload/", "labsite.admin_site.views.upload_picture", MEMBER, for_scripts=True
    ),
    AdminPage(
        "picture-as-jpeg", "picture-as-jpeg/", "labsite.admin_site.views.picture_as_jpeg", MEMBER, for_scripts=True
    ),
    AdminPage("version", "history/<int:pk>/", "labsite.history.views.version", MEMBER),
    AdminPage("changes", "changes/", "labsite.history.views.changes", EDITOR, _("Recent changes"), order=70),
    AdminPage("step", "changes/<int:pk>/", "labsite.history.views.step_detail", EDITOR),
    AdminPage("bin", "bin/", "labsite.history.views.bin_list", EDITOR),
    AdminPage("bring-back", "bin/<int:pk>/", "labsite.history.views.bring", EDITOR),
    AdminPage("worklist", "worklist/", "labsite.curation.worklist.views.worklist", MEMBER, _("Worklist"), order=20),
    AdminPage("job", "jobs/<int:pk>/", "labsite.jobs.views.job", MEMBER),
    AdminPage("questions", "questions/", "labsite.curation.questions.questions", MEMBER, _("Questions"), order=40),
    AdminPage("ask", "ask/<str:label>/<int:pk>/", "labsite.curation.questions.ask", MEMBER),
    AdminPage(
        "still-true", "still-true/", "labsite.curation.still_true.still_true", MEMBER, _("Still true?"), order=50
    ),
    AdminPage("share-draft", "share/<str:label>/<int:pk>/", "labsite.pages.draft_links.share_draft", MEMBER),
    AdminPage(
        "duplicates", "duplicates/", "labsite.curation.duplicates.views.duplicates", EDITOR, _("Duplicates"), order=30
    ),
    AdminPage(
        "compare", "duplicates/<slug:kind>/<int:one>/<int:other>/", "labsite.curation.duplicates.views.compare", EDITOR
    ),
    AdminPage(
        "news-proposals",
        "news-to-write/",
        "labsite.curation.news_proposals.news_proposals",
        EDITOR,
        _("News to write"),
        order=60,
    ),
    AdminPage("the-site", "site/", "labsite.admin_site.the_site.the_site", ADMINISTRATOR, _("The site"), order=90),
)
