class SignInTests:
    def test_page_is_accessible(self, visitor, axe):
        visitor.goto("/admin/login/")
        assert visitor.get_by_label("Password").is_visible()
        axe(visitor)

    def test_stylesheet_applies(self, visitor):
        visitor.goto("/admin/login/")
        assert visitor.locator("#header").evaluate("header => getComputedStyle(header).display") == "flex"
