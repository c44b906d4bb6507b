import { flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, it } from "vitest";
import { adventurerNames, numbered } from "../names";
import Called from "./Called.svelte";
import Switch from "./Switch.svelte";

let shown: object | null = null;

afterEach(() => {
  if (shown) void unmount(shown);
  shown = null;
});

const inside = (selector: string): HTMLElement => document.body.querySelector<HTMLElement>(selector)!;

describe("an adventurer's name", () => {
  it("may be cut, its number may not", () => {
    expect(adventurerNames(["Ana", "b/2"]).map(numbered)).toEqual([
      { name: "Ana", number: "/1" },
      { name: "Ana", number: "/2" },
      { name: "b/2", number: "/1" },
      { name: "b/2", number: "/2" },
    ]);
    expect(["Ana", "1/3", ""].map(numbered)).toEqual(["Ana", "1/3", ""].map((name) => ({ name, number: "" })));
    shown = mount(Called, { target: document.body, props: { name: "Explorer/2" } });
    expect(inside(".called").textContent).toBe("Explorer");
    expect([inside(".numbered").textContent, inside(".numbered").title]).toEqual(["Explorer/2", "Explorer/2"]);
  });
});

describe("a switch", () => {
  it("is switched once by a tap on its word, on what it means, and on itself", () => {
    const switched: boolean[] = [];
    const onswitch = (on: boolean) => void switched.push(on);
    shown = mount(Switch, { target: document.body, props: { label: "Open tents", about: "all see", on: false, onswitch } });
    flushSync();
    const control = inside("[role=switch]");
    for (const part of [inside("label > span > span"), inside("small"), inside("label"), control]) part.click();
    expect(switched).toEqual([true, true, true, true]);
    const told = (by: string) => document.getElementById(control.getAttribute(by)!)?.textContent;
    expect(["aria-labelledby", "aria-describedby"].map(told)).toEqual(["Open tents", "all see"]);
    expect([control.localName, control.getAttribute("aria-checked")]).toEqual(["button", "false"]);
  });
});
