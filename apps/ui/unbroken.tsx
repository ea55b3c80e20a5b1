/** Text with addresses, IDs and bytes. */
import type { ComponentChildren } from 'preact';

const names =
  /((?:[A-Za-z0-9]+-[a-z]+1[02-9ac-hj-np-z]{38}|0x[0-9A-Fa-f]{6,}|NodeID-[1-9A-HJ-NP-Za-km-z]+|[1-9A-HJ-NP-Za-km-z]{40,}))/;

/** A text whose addresses, IDs and bytes stay in one piece where the line has room. */
export const unbroken = (text: string): ComponentChildren =>
  text.split(names).map((part, i) =>
    i % 2 === 0 ? (
      part
    ) : (
      <span key={i} class="unbroken">
        {part}
      </span>
    ),
  );
