/** What can be decided after the first tickets; a file of its own, because a first visit does not need it. */
export { default as ClaimPanel } from "../panels/ClaimPanel.svelte";
export { default as CityCard } from "./CityCard.svelte";
export { default as RouteChooser } from "./RouteChooser.svelte";
export { default as StationChooser } from "./StationChooser.svelte";
export { default as TunnelChooser } from "./TunnelChooser.svelte";
