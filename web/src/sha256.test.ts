import { describe, expect, it } from "vitest";
import { hex, joined, sha256, unhex, utf8 } from "./sha256";

const hashOf = (text: string) => hex(sha256(utf8(text)));

describe("SHA-256", () => {
  it("gives the published examples", () => {
    expect(hashOf("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect(hashOf("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(hashOf("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")).toBe(
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    );
    expect(hashOf("a".repeat(1_000_000))).toBe("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  });

  it("pads messages of every length around a block", async () => {
    for (let length = 50; length < 130; length++) {
      const message = new Uint8Array(length).fill(length);
      const native = new Uint8Array(await crypto.subtle.digest("SHA-256", message));
      expect(hex(sha256(message))).toBe(hex(native));
    }
  });
});

describe("bytes", () => {
  it("are written as hexadecimal digits and read back", () => {
    expect(hex(unhex("00ff10a1"))).toBe("00ff10a1");
    expect(hex(joined(unhex("01"), unhex(""), unhex("0203")))).toBe("010203");
  });
});
