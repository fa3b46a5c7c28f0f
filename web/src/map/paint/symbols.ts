/** The silhouettes of symbols.svg as path data, to be stamped many at a time into one path. */
import type { RouteColour } from "../../protocol";

export interface Silhouette {
  readonly d: string;
  /** Width of the stroke, for those that are lines. */
  readonly stroke?: number;
}

export const SYMBOLS: { readonly [colour in RouteColour]: Silhouette } = {
  red: { d: "M10 1.8L19 17.8H1z" },
  orange: { d: "M1 12.2a9 9 0 0 1 18 0zM1 14.4h18v3.2H1z" },
  yellow: { d: "M10 .6l2.8 6.3 6.8 .7-5.1 4.6 1.5 6.7-6-3.5-6 3.5 1.5-6.7L.4 7.6l6.8-.7z" },
  green: {
    d: "M18.2 1.6C8.4 1.2 2.4 5.6 2.4 12c0 1.2 .2 2.2 .6 3.1l-2 2.9 2.2 1.4 1.9-2.7c1 .4 2.1 .6 3.3 .6 6.6 0 10.2-6 9.8-15.7z",
  },
  blue: {
    d: "M.8 7.4c3.1-4.6 6.1-4.6 9.2-.9s6.1 3.7 9.2-.9M.8 15.4c3.1-4.6 6.1-4.6 9.2-.9s6.1 3.7 9.2-.9",
    stroke: 3.5,
  },
  purple: { d: "M10 .4L17.8 10 10 19.6 2.2 10z" },
  white: { d: "M10 .8v18.4M2 5.4l16 9.2M2 14.6l16-9.2", stroke: 3.3 },
  black: { d: "M2.8 2.8h14.4v14.4H2.8z" },
  grey: { d: "M4 10a6 6 0 1 1 12 0a6 6 0 1 1-12 0z", stroke: 2.6 },
};

export const LOCOMOTIVE =
  "M10 .6a6.4 6.4 0 0 1 5 10.4h3.6v3.2H1.4V11H5A6.4 6.4 0 0 1 10 .6z" +
  "M10 4.1a2.9 2.9 0 1 0 0 5.8 2.9 2.9 0 0 0 0-5.8zM4.4 15.6h11.2l2.6 3.8H1.8z";
