from django.test import RequestFactory


def test_under_a_path_the_site_says_that_it_does_not_work_there():
    from labsite.wsgi import application  # it starts nothing without collected files, which a test needn't have

    started = []
    environ = RequestFactory().get("/people/").environ | {"SCRIPT_NAME": "/lab/"}
    body = b"".join(application(environ, lambda *told: started.append(told)))
    assert body == b"The site stands at the root of a name of its own, not under /lab.\n"
    assert started == [("500 Internal Server Error", [("Content-Type", "text/plain; charset=utf-8")])]
