"""Client of a Tallystick service, in one module on the standard library. Python 3.9 or newer.

    from tallystick_client import Tallystick

    service = Tallystick("https://notary.example", client_id, secret_key)
    stamp = service.stamp_file("agreement.pdf")
    service.wait_until_final(stamp["code"])
    proof = service.proof(stamp["code"])

Requests that fail in passing (429, 502, 503, 504, a lost connection) are repeated, after what the service says or longer each time;
those that create something carry an Idempotency-Key, so that nothing is done twice. Answers are the `data` of the service's envelope,
as dictionaries with the fields of docs/openapi.json. Refusals raise TallystickError.
"""

import base64
import hashlib
import hmac
import io
import json
import os
import random
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from itertools import islice

__all__ = ["Tallystick", "TallystickError", "WebhookError", "verify_webhook"]

_PASSING = (429, 502, 503, 504)
_PIECE = 1 << 20
_LONGEST_WAIT = 30.0


class TallystickError(Exception):
    """A refusal of the service. `code` is stable (docs/errors.md); `request_id` finds the request in the operator's log."""

    def __init__(self, message, status, code, request_id, retry_after=None):
        super().__init__(message)
        self.status = status
        self.code = code
        self.request_id = request_id
        self.retry_after = retry_after


class WebhookError(Exception):
    """A request that isn't a delivery to this receiver. Answer 400, and ignore it."""


class Tallystick:
    """A service, and an account of it. Threads may share one."""

    def __init__(self, base_url, client_id=None, secret_key=None, *, token=None, timeout=60.0, attempts=6):
        """With client ID and secret key, or with a token. `timeout` in seconds for each attempt."""
        if not token and (client_id is None or secret_key is None):
            raise ValueError("give either client_id and secret_key, or token")
        self.base_url = base_url.rstrip("/")
        self._credentials = None
        self._token = _credential("token", token) if token else None
        if not token:
            self._credentials = {
                "client-id": _credential("client_id", client_id),
                "secret-key": _credential("secret_key", secret_key),
            }
        self._login = threading.Lock()
        self._timeout = timeout
        self._attempts = attempts

    # Stamps

    def stamp_hash(self, digest, **options):
        """Stamps a hash (hex of SHA-256, SHA-384 or SHA-512). Options: filename, metadata, isPrivate, publicDetails, type, …"""
        return self.call("POST", "/hash", {"hash": digest, **options})

    def stamp_file(self, path, **options):
        """Stamps a file by its SHA-256: the file stays where it is."""
        with open(path, "rb") as file:
            digest = _sha256(file)
        return self.stamp_hash(digest, **{"filename": os.path.basename(path), **options})

    def stamp_many(self, items, per_request=10_000):
        """Stamps items with `hash`, `filename` and perhaps `isPrivate`; yields a result for each, in order.

        Sent in parts. What was stamped already has `existing`, so that repeating after a failure is safe.
        """
        items = iter(items)
        while part := list(islice(items, per_request)):
            yield from self.call("POST", "/multi-stamp", part)

    def stamp(self, name):
        """Finds a stamp by code, hash or transaction ID."""
        return self.call("GET", "/hash", query={"id": name})

    def stamps(self, **filters):
        """Yields your stamps, newest first. Filters: status, search, isPrivate, txid."""
        return self._list("/hash", filters, "files", first={"page": 1})

    def wait_until_final(self, code, timeout=None, every=1.0):
        """Waits until a stamp is final, and returns it. Raises TimeoutError after `timeout` seconds, RuntimeError when it has failed."""
        until = None if timeout is None else time.monotonic() + timeout
        while True:
            stamp = self.stamp(code)
            if stamp["state"] == "final":
                return stamp
            if stamp["state"] == "failed":
                raise RuntimeError(f"the chain has rejected the transaction of {code}")
            if until is not None and time.monotonic() + every > until:
                raise TimeoutError(f"{code} is {stamp['state']} after {timeout} s")
            time.sleep(every)

    def proof(self, code, format="json"):
        """Returns a stamp's proof: a dictionary, or for `ots`, `tsr`, `pdf` and `html` its bytes. It verifies without the service."""
        path = f"/hash/{_quoted(code)}/proof"
        if format == "json":
            return self.call("GET", path)
        with self._send("GET", path, query={"format": format}) as answer:
            return answer.read()

    # Folders and files

    def create_folder(self, name, folder_type="private", parent=None):
        """Creates a folder at the top level, or in the folder with the ID `parent`."""
        body = {"folderName": name, "folderType": folder_type, "organizationId": self._account()}
        if parent is not None:
            body["parentFolderId"] = parent
        return self.call("POST", "/api/folders", body)

    def folders(self, **filters):
        """Yields your folders. Filters: parentFolderId (an ID, or `root`), search, isBin."""
        return self._list("/api/folders", {"organizationId": self._account(), **filters}, "data", first={"page": 1})

    def upload(self, path, folder_id, name=None, description=None):
        """Uploads a file into a folder, reading it as it is sent. Answered once the content is durable and recorded."""
        fields = {"fileName": name or os.path.basename(path), "folderId": folder_id, "organizationId": self._account()}
        if description is not None:
            fields["description"] = description
        headers = {"Idempotency-Key": str(uuid.uuid4())}

        def form():
            return _Form(fields, path)

        with self._send("POST", "/api/files", form, headers=headers) as answer:
            return json.load(answer)["data"]

    def files(self, folder_id, **filters):
        """Yields the files of a folder. Filters: search, isBin."""
        return self._list(f"/api/folders/{_quoted(folder_id)}/files", filters, "data")

    def download(self, file_id, path):
        """Writes the content of a file to a path."""
        with self._send("GET", f"/api/files/{_quoted(file_id)}/content") as answer, open(path, "wb") as file:
            while piece := answer.read(_PIECE):
                file.write(piece)

    # Anything else of the interface

    def call(self, method, path, body=None, query=None, headers=None):
        """Sends a request and returns the data of its answer; the whole answer if it has no envelope."""
        headers = dict(headers or {})
        if method == "POST" and body is not None:
            headers.setdefault("Idempotency-Key", str(uuid.uuid4()))
        sent = None if body is None else lambda: json.dumps(body).encode()
        if sent:
            headers["Content-Type"] = "application/json"
        with self._send(method, path, sent, query, headers) as answer:
            text = answer.read()
        whole = json.loads(text) if text else None
        is_envelope = isinstance(whole, dict) and {"status", "message"} <= whole.keys()
        return whole.get("data") if is_envelope else whole

    def _list(self, path, filters, name, first=None):
        query = {"limit": 100, **(first or {}), **filters}
        while True:
            with self._send("GET", path, query=query) as answer:
                cursor = answer.headers.get("Next-Cursor")
                items = json.load(answer)["data"][name]
            yield from items
            if cursor is None:
                return
            query = {"limit": 100, **filters, "cursor": cursor}

    def _account(self):
        if not hasattr(self, "_account_id"):
            self._account_id = self.call("GET", "/profile")["_id"]
        return self._account_id

    def _send(self, method, path, body=None, query=None, headers=None):
        """Sends a request until it gets a final answer. `body` makes the bytes of each attempt."""
        url = self.base_url + path + _encoded(query)
        is_repeatable = method in ("GET", "HEAD", "PUT", "DELETE") or "Idempotency-Key" in (headers or {})
        has_renewed = False
        for attempt in range(1, self._attempts + 1):
            token = self._bearer()
            try:
                return self._once(method, url, body, {**(headers or {}), "Authorization": f"Bearer {token}"})
            except TallystickError as error:
                if error.status == 401 and self._credentials and not has_renewed:
                    has_renewed = True
                    self._forget(token)
                    continue
                if error.status not in _PASSING or not is_repeatable or attempt == self._attempts:
                    raise
                wait = error.retry_after
            except OSError:
                if not is_repeatable or attempt == self._attempts:
                    raise
                wait = None
            time.sleep(_pause(attempt, wait))
        raise AssertionError("unreachable")

    def _once(self, method, url, body, headers):
        content = body() if body else None
        if isinstance(content, _Form):
            headers = {**headers, "Content-Type": content.type, "Content-Length": str(content.length)}
        request = urllib.request.Request(url, content, headers, method=method)
        try:
            return urllib.request.urlopen(request, timeout=self._timeout)
        except urllib.error.HTTPError as error:
            with error:
                raise _refusal(error) from None
        finally:
            if isinstance(content, _Form):
                content.close()

    def _bearer(self):
        with self._login:
            if self._token is None:
                for attempt in range(1, self._attempts + 1):
                    try:
                        with self._once("POST", self.base_url + "/authenticate", None, self._credentials) as answer:
                            self._token = json.load(answer)["data"]["token"]
                        break
                    except (TallystickError, OSError) as error:
                        is_passing = not isinstance(error, TallystickError) or error.status in _PASSING
                        if not is_passing or attempt == self._attempts:
                            raise
                        time.sleep(_pause(attempt, getattr(error, "retry_after", None)))
            return self._token

    def _forget(self, token):
        with self._login:
            if self._token == token:
                self._token = None


def verify_webhook(headers, body, secret, tolerance=300, now=None):
    """Verifies a delivery (Standard Webhooks 1.0) and returns its payload.

    `headers`: of the request, names in any case. `body`: its raw bytes. `secret`: `whsec_…`, or several while one replaces another.
    Raises WebhookError when it is not from this service, changed, or older than `tolerance` seconds.
    """
    given = {name.lower(): value for name, value in headers.items()}
    try:
        message_id, timestamp, signatures = (given[f"webhook-{name}"] for name in ("id", "timestamp", "signature"))
    except KeyError as error:
        raise WebhookError(f"the header {error.args[0]} is missing") from None
    if not timestamp.isdigit() or abs((time.time() if now is None else now) - int(timestamp)) > tolerance:
        raise WebhookError("the request was not signed just now")
    signed = f"{message_id}.{timestamp}.".encode() + bytes(body)
    for one in [secret] if isinstance(secret, str) else secret:
        key = base64.b64decode(one[len("whsec_"):]) if one.startswith("whsec_") else b""
        if len(key) < 16:
            raise ValueError("a signing secret is whsec_ and at least 16 bytes in Base64")
        expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        if any(hmac.compare_digest(expected.encode(), found.encode()) for found in signatures.split(" ")):
            return json.loads(body)
    raise WebhookError("no signature of the request matches: check the secret")


class _Form(io.RawIOBase):
    """A multipart form with one file, read as it is sent."""

    def __init__(self, fields, path):
        boundary = uuid.uuid4().hex
        parts = [
            f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
            for name, value in fields.items()
        ]
        name = os.path.basename(path).replace("\\", "%5C").replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
        parts.append(
            f'--{boundary}\r\nContent-Disposition: form-data; name="attachments"; filename="{name}"\r\n'
            "Content-Type: application/octet-stream\r\n\r\n"
        )
        head, tail = "".join(parts).encode(), f"\r\n--{boundary}--\r\n".encode()
        self._file = open(path, "rb")
        self._pieces = [io.BytesIO(head), self._file, io.BytesIO(tail)]
        self.length = len(head) + os.fstat(self._file.fileno()).st_size + len(tail)
        self.type = f"multipart/form-data; boundary={boundary}"

    def read(self, size=-1):
        while self._pieces:
            if piece := self._pieces[0].read(_PIECE if size < 0 else size):
                return piece
            self._pieces.pop(0)
        return b""

    def close(self):
        self._file.close()
        super().close()


def _credential(name, value):
    """Returns a credential without white space around it. Refuses what no header can carry: the library's own error would print it."""
    text = value.strip()
    if not text or not all("!" <= character <= "~" for character in text):
        raise ValueError(f"{name}: expected visible ASCII characters on one line, without spaces")
    return text


def _sha256(file):
    digest = hashlib.sha256()
    while piece := file.read(_PIECE):
        digest.update(piece)
    return digest.hexdigest()


def _pause(attempt, retry_after):
    """Seconds before the next attempt: what the service says, else longer each time; spread, so that clients don't return together."""
    wait = retry_after if retry_after is not None else min(_LONGEST_WAIT, 0.25 * 2**attempt)
    return wait + random.uniform(0, 0.25 + wait / 4)


def _refusal(error):
    try:
        message = json.load(error)["message"]
    except (ValueError, KeyError, TypeError):
        message = f"the service answered {error.code}"
    after = error.headers.get("Retry-After", "")
    return TallystickError(
        message,
        error.code,
        error.headers.get("Error-Code", "unknown"),
        error.headers.get("Request-Id"),
        int(after) if after.isdigit() else None,
    )


def _encoded(query):
    if not query:
        return ""
    said = {name: str(value).lower() if isinstance(value, bool) else value for name, value in query.items()}
    return "?" + urllib.parse.urlencode(said)


def _quoted(part):
    return urllib.parse.quote(str(part), safe="")
