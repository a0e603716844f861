/** How large a proof is drawn, and what of it is in view. Pure. */

export type Size = { readonly width: number; readonly height: number };

/** Of the picture as it is drawn without zoom. */
export type Place = { readonly x: number; readonly y: number };

/** Letters are read down to here; what does not fit then is scrolled to. */
const FIT_MIN = 0.6;
const ZOOM_MIN = 0.2;
const ZOOM_MAX = 2;
const STEP = 1.25;

/** Never larger than it is drawn: a single step would fill the frame. */
export function fittingZoom(picture: Size, frame: Size): number {
  return Math.max(FIT_MIN, Math.min(1, frame.width / picture.width, frame.height / picture.height));
}

export function nextZoom(zoom: number, direction: "in" | "out"): number {
  return Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, direction === "in" ? zoom * STEP : zoom / STEP));
}

/** From where the frame shows a place of the picture in its middle. */
export function scrollTo(place: Place, zoom: number, frame: Size): { readonly left: number; readonly top: number } {
  return {
    left: Math.max(0, place.x * zoom - frame.width / 2),
    top: Math.max(0, place.y * zoom - frame.height / 2),
  };
}
