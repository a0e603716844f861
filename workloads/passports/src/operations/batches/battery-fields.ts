/** What names a battery, as the API takes it. */
import { Type } from "typebox";
import { Line } from "../fields.ts";

export const SerialNumber = Line(200, { examples: ["SN-0042"] });

export const Gtin = Type.String({
  pattern: "^([0-9]{8}|[0-9]{12,14})$",
  description: "With it, web links are GS1 Digital Links.",
  examples: ["9506000134352"],
});
