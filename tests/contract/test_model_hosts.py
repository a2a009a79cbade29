"""An address that cannot be right is named as the cause, whatever kind of provider is at it."""

import asyncio
import ssl
from collections.abc import Callable
from pathlib import Path

import pytest

from agency.llm.anthropic.client import AnthropicClient
from agency.llm.openai.client import OpenAIClient
from agency.llm.port import ModelClient, ModelError
from tests.contract.model_calls import KEY

Make = Callable[[str], ModelClient]
KINDS = pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda url: AnthropicClient(base_url=url, key=KEY), id="anthropic"),
        pytest.param(lambda url: OpenAIClient(base_url=f"{url}/v1", key=KEY), id="openai"),
    ],
)


async def probed(client: ModelClient) -> ModelError:
    with pytest.raises(ModelError) as raised:
        await client.probe()
    await client.aclose()
    return raised.value


@KINDS
async def test_a_host_that_does_not_exist_is_named_as_the_cause(make: Make) -> None:
    failure = await probed(make("http://nowhere.invalid"))
    assert "host" in failure.detail
    assert "base URL" in failure.hint


@KINDS
async def test_a_certificate_of_ones_own_is_named_as_the_cause(make: Make, tmp_path: Path) -> None:
    async with asyncio.timeout(20):
        server = await asyncio.start_server(
            lambda _reader, writer: writer.close(), "127.0.0.1", 0, ssl=_self_signed(tmp_path)
        )
        port = server.sockets[0].getsockname()[1]
        failure = await probed(make(f"https://127.0.0.1:{port}"))
        server.close()
    assert failure.kind == "fatal"
    assert "certificate" in failure.detail
    assert "http://" in failure.hint


def _self_signed(folder: Path) -> ssl.SSLContext:
    from datetime import timedelta

    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from django.utils import timezone

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(timezone.now() - timedelta(days=1))
        .not_valid_after(timezone.now() + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    (folder / "cert.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    (folder / "key.pem").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    return context
