/** Views whose code loads when they are looked at for the first time: the first page stays small. */
import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';

/** A view that is there once it has loaded. */
export function lazy<P extends object>(
  load: () => Promise<FunctionComponent<P>>,
): FunctionComponent<P> {
  const loaded = signal<{ readonly View: FunctionComponent<P> } | undefined>(undefined);
  return (props: P) => {
    useEffect(() => {
      if (!loaded.value)
        void load().then((View) => {
          loaded.value = { View };
        });
    }, []);
    const { View } = loaded.value ?? {};
    return View ? <View {...props} /> : <p role="status">Loading…</p>;
  };
}
