/** Refuses before anything is sent what would cost the channel, and with it the confirmations of others. Pure. */
import { RotaError } from "../../../errors.ts";
import type { OutgoingMessage } from "../../contract/messages.ts";
import { MESSAGE_BYTES_MAX, NAME_BYTES_MAX } from "../../limits.ts";

export function checkMessage({ exchange, routingKey, messageId = "", body }: OutgoingMessage): void {
  for (const [field, text] of Object.entries({ exchange, routingKey, messageId })) {
    const bytes = Buffer.byteLength(text);
    if (bytes <= NAME_BYTES_MAX) continue;
    const message = `${field} of a message has ${String(bytes)} bytes, at most ${String(NAME_BYTES_MAX)} can be sent`;
    throw new RotaError("BROKER_MESSAGE_INVALID", message, { field, bytes, bytesMax: NAME_BYTES_MAX });
  }
  if (body.byteLength <= MESSAGE_BYTES_MAX) return;
  const message = `the message for "${routingKey}" has ${String(body.byteLength)} bytes, at most ${String(MESSAGE_BYTES_MAX)} are sent: send ids and leave the rest to the database`;
  throw new RotaError("BROKER_MESSAGE_INVALID", message, { bytes: body.byteLength, bytesMax: MESSAGE_BYTES_MAX });
}
