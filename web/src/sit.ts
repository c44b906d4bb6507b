/** Making a table: whoever asks sits down first, and this device keeps the seat. */
import { commitmentTo, newNonce } from "./dealer";
import { makeTable } from "./http";
import { keepSeat } from "./keep";
import { hex } from "./sha256";
import { language } from "./words";

/** Make a table, with bots and at once if one likes; answers its code. */
export async function sitAtNewTable(
  name: string,
  { bots = [], start = false }: { bots?: string[]; start?: boolean } = {},
): Promise<string> {
  const nonce = newNonce();
  const options = { coach: start }; // whoever begins at once is alone with bots, and may ask whom they like
  const commitment = commitmentTo(nonce);
  const seated = await makeTable({ name, commitment, bots, start, options, language: language() });
  keepSeat(seated.table, { token: seated.token, nonces: [hex(nonce)] });
  return seated.table;
}
