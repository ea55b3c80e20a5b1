'use client';
import { isError, openTx } from 'avalanche-tx';
import { explainError } from 'avalanche-tx/explain';
import { useState } from 'react';

/** Reads the transaction in the browser, and asks the server what it does. */
export function Form() {
  const [answer, setAnswer] = useState('');
  const onSubmit = async (form: FormData): Promise<void> => {
    const text = String(form.get('tx'));
    try {
      const { txID } = openTx(text); // a mistake is found before anything is sent
      const response = await fetch('/api/decode', { method: 'POST', body: text });
      setAnswer(`${txID}\n${await response.text()}`);
    } catch (e) {
      if (!isError(e)) throw e;
      setAnswer(explainError(e));
    }
  };
  return (
    <form action={onSubmit}>
      <label>
        Hex, or a node’s JSON
        <textarea name="tx" required />
      </label>
      <button type="submit">Explain</button>
      <output>
        <pre>{answer}</pre>
      </output>
    </form>
  );
}
