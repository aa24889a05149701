class SignInTests:
    def test_page_is_accessible(self, visitor, axe):
        visitor.goto("/admin/login/")
        assert visitor.get_by_label("Password").is_visible()
        axe(visitor)

    def test_stylesheet_applies(self, visitor):
        visitor.goto("/admin/login/")
        assert visitor.locator("#header").evaluate("header => getComputedStyle(header).display") == "flex"


class HarnessTests:
    def test_blocked_resource_is_a_complaint(self, visitor, complaints):
        visitor.goto("/admin/login/")
        visitor.evaluate("document.body.append(Object.assign(new Image(), {src: 'https://elsewhere.example/a.png'}))")
        visitor.evaluate("document.body.setAttribute('style', 'color: red')")
        visitor.title()
        assert [complaint for complaint in complaints if "Content Security Policy" in complaint] != []
        complaints.clear()

    def test_editor_is_signed_in(self, editor):
        editor.goto("/admin/")
        assert editor.url.endswith("/admin/")
