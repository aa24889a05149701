"""What the adapters rely on in django-allauth beyond its documented hooks."""

import pytest
from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.core.internal import ratelimit

from labsite.accounts import adapters
from labsite.accounts.adapters import AccountAdapter, SecondFactorAdapter, network_of
from tests import cast

pytestmark = pytest.mark.django_db

KEY, FORGET = "_get_login_attempts_cache_key", "_delete_login_attempts_cached_email"


class AllauthTests:
    @pytest.mark.parametrize("name", [KEY, FORGET])
    def test_allauth_still_has_the_private_methods_that_the_adapter_uses(self, name):
        assert callable(getattr(DefaultAccountAdapter, name))

    @pytest.mark.parametrize("name", ["_consume_single_rate", "clear"])
    def test_allauth_still_counts_tries_under_a_lock_that_the_site_gives_it(self, name):
        assert ratelimit.cache_lock is adapters.cache_lock
        assert "cache_lock" in getattr(ratelimit, name).__code__.co_names

    def test_allauth_still_asks_for_the_key_of_failed_tries(self, client, monkeypatch):
        keys, key_of = [], getattr(AccountAdapter, KEY)

        def noted(*args, **kwargs):
            keys.append(key_of(*args, **kwargs))
            return keys[-1]

        monkeypatch.setattr(AccountAdapter, KEY, noted)
        client.post("/account/sign-in/", {"login": "ada@lab.example", "password": "wrong"}, REMOTE_ADDR="192.0.2.1")
        assert keys == ["192.0.2.1:testserver:ada@lab.example"]

    def test_apps_and_passkeys_show_the_name_of_the_lab(self, rf):
        request = rf.get("/")
        request.lab = cast.make_lab(name="Quokka Lab")
        with context.request_context(request):
            assert SecondFactorAdapter().get_totp_issuer() == "Quokka Lab"
            entity = SecondFactorAdapter().get_public_key_credential_rp_entity()
        assert entity == {"id": "testserver", "name": "Quokka Lab"}


class NetworkTests:
    @pytest.mark.parametrize(
        ("address", "network"),
        [
            ("192.0.2.1", "192.0.2.1"),
            ("2001:db8::1", "2001:db8::"),
            ("2001:db8::ffff:0:0:1", "2001:db8::"),
            ("2001:db8:0:1::1", "2001:db8:0:1::"),
        ],
    )
    def test_whoever_has_one_address_of_a_network_has_them_all(self, address, network):
        assert network_of(address) == network
