import { AvalancheError, openTx } from 'avalanche-tx';
import { explain, textOf } from 'avalanche-tx/explain';

/** `POST /api/decode`: the explanation of a transaction as text. */
export async function POST(request: Request): Promise<Response> {
  try {
    return new Response(textOf(explain(openTx(await request.text()))));
  } catch (e) {
    if (!(e instanceof AvalancheError)) throw e;
    return Response.json(e, { status: 400 });
  }
}
