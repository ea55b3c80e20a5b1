/** `POST /decode` answers with what a transaction is and does. A mistake in it is the client's: status 400, and where it is. */
import { isError, openTx, toJSONText } from 'avalanche-tx';
import { explain, textOf } from 'avalanche-tx/explain';
import express from 'express';

const app = express();
app.use(express.text({ type: () => true, limit: '4mb' })); // hex, or a node's JSON

app.post('/decode', (request, response) => {
  const tx = openTx(request.body);
  const { txID } = tx;
  const head = JSON.stringify({ txID, text: textOf(explain(tx)) });
  // The node's JSON has integers of 64 bits: it stays text, so that no digit is lost.
  response.type('json').send(`${head.slice(0, -1)},"tx":${toJSONText(tx)}}`);
});

app.use((error, _request, response, _next) => {
  if (isError(error))
    response.status(400).json(error); // { code, path, offset, message, … }
  else response.status(500).json({ message: 'A defect of this server.' });
});

const server = app.listen(Number(process.env.PORT ?? 3000), () =>
  console.log(`listening on ${server.address().port}`),
);
