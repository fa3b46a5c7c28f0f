import { describe, expect, it } from "vitest";
import { aimAt } from "../src/map/dropTarget";
import { pull } from "../src/map/camera/edgeScroll";
import { routesNear, sceneOf } from "../src/map/scene";
import { payableWith } from "../src/map/claimable";
import { tiny } from "./board-tiny";

const scene = sceneOf(tiny());
const aim = (x: number, y: number, payable: string[]) => aimAt(routesNear(scene, x, y, 30), new Set(payable), 1);

describe("cards dragged to the map", () => {
  it("fall on the route under the pointer", () => {
    expect(aim(130, 93, ["a--b-1", "a--b-2"])).toEqual({ route: "a--b-1", pays: true });
  });
  it("never fall on a neighbour of the route that the pointer is on", () => {
    expect(aim(130, 93, ["a--b-2"])).toEqual({ route: "a--b-1", pays: false });
  });
  it("fall on the nearest route that they pay for, beside all spaces", () => {
    expect(aim(140, 118, ["a--b-1"])).toEqual({ route: "a--b-1", pays: true });
    expect(aim(140, 118, ["a--b-1", "a--b-2"])).toEqual({ route: "a--b-2", pays: true });
  });
  it("fall on nothing far from all routes, nor near one that they cannot pay", () => {
    expect(aim(320, 320, ["a--b-1"])).toBeNull();
    expect(aim(150, 130, [])).toBeNull();
  });
  it("pay for a route if one of its payments has such a card, swapped ones too", () => {
    const claim = { one: ["RR", "RL"], two: ["GG"], three: ["G+RWK"] };
    expect([...payableWith(claim, "R")]).toEqual(["one", "three"]);
    expect([...payableWith(claim, "L")]).toEqual(["one"]);
  });
  it("pull the map along at its edges only", () => {
    expect(pull(200, 200, [0, 0, 400, 400])).toEqual([0, 0]);
    expect(pull(5, 200, [0, 0, 400, 400])[0]).toBeGreaterThan(0);
    expect(pull(200, 395, [0, 0, 400, 400])[1]).toBeLessThan(0);
    expect(pull(200, 405, [0, 0, 400, 400])).toEqual([0, 0]);
  });
});
