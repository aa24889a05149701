import pytest


@pytest.fixture
def media(settings):
    settings.MEDIA_ROOT.mkdir()
    return settings.MEDIA_ROOT


def sent(client, path):
    response = client.get(f"/media/{path}")
    return response, b"".join(response.streaming_content)


class ServeMediaTests:
    def test_picture_is_shown_in_a_sandbox_and_kept(self, client, media):
        (media / "a.jpg").write_bytes(b"picture")
        response, content = sent(client, "a.jpg")
        assert content == b"picture"
        assert response.headers["Content-Type"] == "image/jpeg"
        assert response.headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'; sandbox"
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
        assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert response.headers["Content-Disposition"] == 'inline; filename="a.jpg"'

    @pytest.mark.parametrize(
        ("name", "shown_as"), [("a.png", "image/png"), ("a.webp", "image/webp"), ("a.pdf", "application/pdf")]
    )
    def test_other_shown_types(self, client, media, name, shown_as):
        (media / name).write_bytes(b"x")
        response, _ = sent(client, name)
        assert response.headers["Content-Type"] == shown_as
        assert response.headers["Content-Disposition"].startswith("inline")

    @pytest.mark.parametrize("name", ["a.html", "a.svg", "a.js", "a.zip", "a"])
    def test_anything_else_is_offered_for_saving(self, client, media, name):
        (media / name).write_bytes(b"x")
        response, _ = sent(client, name)
        assert response.headers["Content-Type"] == "application/octet-stream"
        assert response.headers["Content-Disposition"] == f'attachment; filename="{name}"'
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'; sandbox"
        assert response.headers["Cross-Origin-Resource-Policy"] == "same-origin"

    def test_file_in_a_folder_is_found(self, client, media):
        (media / "text").mkdir()
        (media / "text" / "a.jpg").write_bytes(b"x")
        assert sent(client, "text/a.jpg")[1] == b"x"

    @pytest.mark.django_db
    def test_head_is_answered(self, client, media):
        (media / "a.jpg").write_bytes(b"x")
        response = client.head("/media/a.jpg")
        response.close()
        assert response.status_code == 200

    @pytest.mark.django_db
    def test_a_web_server_in_front_is_told_which_file_to_send_and_how(self, client, media, settings):
        settings.MEDIA_BY_PROXY = True
        (media / "text").mkdir()
        (media / "text" / "a 100% ü?.zip").write_bytes(b"x")
        response = client.get("/media/text/a%20100%25%20%C3%BC%3F.zip")
        assert response.content == b""
        assert response.headers["X-Accel-Redirect"] == "/media-on-disk/text/a%20100%25%20%C3%BC%3F.zip"
        assert response.headers["Content-Type"] == "application/octet-stream"
        assert response.headers["Content-Disposition"] == "attachment; filename*=utf-8''a%20100%25%20%C3%BC%3F.zip"
        assert response.headers["Content-Security-Policy"].endswith("sandbox")

    @pytest.mark.parametrize("path", ["missing.jpg", ".kept/a.jpg", "../secret.txt", "link.txt", "folder"])
    @pytest.mark.django_db
    def test_a_web_server_in_front_is_told_of_no_other_file(self, client, media, settings, path):
        settings.MEDIA_BY_PROXY = True
        (media.parent / "secret.txt").write_bytes(b"x")
        for folder in ("folder", ".kept"):
            (media / folder).mkdir()
        (media / ".kept" / "a.jpg").write_bytes(b"x")
        (media / "link.txt").symlink_to(media.parent / "secret.txt")
        response = client.get(f"/media/{path}")
        assert response.status_code == 404
        assert "X-Accel-Redirect" not in response.headers

    def test_post_is_refused(self, client, media):
        assert client.post("/media/a.jpg").status_code == 405

    @pytest.mark.parametrize(
        "path",
        ["missing.jpg", "folder", "folder/", "../secret.txt", "%2e%2e/secret.txt", "folder/../../secret.txt"]
        + [".hidden", "folder/.hidden", "link.txt", "a%00.jpg", "a" * 3000, "/etc/passwd"],
    )
    @pytest.mark.django_db
    def test_whatever_is_not_a_public_file_is_not_found(self, client, media, path):
        (media.parent / "secret.txt").write_bytes(b"x")
        (media / "folder").mkdir()
        for hidden in (media / ".hidden", media / "folder" / ".hidden"):
            hidden.write_bytes(b"x")
        (media / "link.txt").symlink_to(media.parent / "secret.txt")
        assert client.get(f"/media/{path}").status_code == 404

    @pytest.mark.django_db
    def test_folder_that_is_not_there_yet_has_no_files(self, client):
        assert client.get("/media/a.jpg").status_code == 404
