import { describe, expect, it } from "vitest";
import { corrections, qr } from "../src/ui/qr";

/** The grid as another encoder (the Python package qrcode 8, level M, mask given) writes it, as hexadecimal rows. */
import vectors from "./panels-qr.json";

describe("QR codes", () => {
  it("has the remainders of the standard's example", () => {
    // ISO/IEC 18004, annex I: "01234567", version 1-M
    const words = [0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11];
    expect(corrections(words, 10)).toEqual([0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55]);
  });
  for (const { text, mask, rows } of vectors)
    it(`is the same as another encoder's: ${text.length} bytes, mask ${mask}`, () => {
      expect(qr(text, mask).map((row) => row.map((dark) => (dark ? 1 : 0)).join(""))).toEqual(rows);
    });
  it("chooses a mask by itself, and refuses what is too long", () => {
    expect(qr("https://example.org/t/abc").length).toBe(25);
    expect(() => qr("x".repeat(214))).toThrow();
  });
});
