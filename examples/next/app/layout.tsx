import type { ReactNode } from 'react';

export const metadata = { title: 'What does this transaction do?' };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
