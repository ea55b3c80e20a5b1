import { Form } from './form';

export default function Page() {
  return (
    <main>
      <h1>What does this transaction do?</h1>
      <Form />
    </main>
  );
}
