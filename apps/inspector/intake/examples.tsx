/** Inputs to try, in words. */
import type { WaysProps } from './intake.tsx';
import { samples } from './samples.ts';

/** Something to look at for whoever has nothing at hand. */
export const Samples = ({ take }: WaysProps) => (
  <section class="samples" aria-label="Examples">
    <h2>Nothing at hand? Open an example:</h2>
    <ul>
      {samples.map(({ name, about, text }) => (
        <li key={name}>
          <button type="button" onClick={() => take(text, `example: ${name}`)}>
            <strong>{name}</strong>
            <span>{about}</span>
          </button>
        </li>
      ))}
    </ul>
  </section>
);
