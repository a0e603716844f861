/** The client of the server that handed out this page. */
import { createClient } from "@rota/client";

export const client = createClient({ baseUrl: location.origin });
