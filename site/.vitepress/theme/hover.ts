/** Shows the type of what the pointer is on, within the window and outside the box of the code, which scrolls. */

const edge = 8;

/** Puts the popup of a token below it, or above it where there is no room below. */
function place(token: Element, popup: HTMLElement): void {
  const { left, top, bottom } = token.getBoundingClientRect();
  popup.classList.add('shown');
  const { offsetWidth: width, offsetHeight: height } = popup;
  const isBelow = bottom + height + edge <= innerHeight || top < height + edge;
  popup.style.left = `${Math.max(edge, Math.min(left, innerWidth - width - edge))}px`;
  popup.style.top = `${isBelow ? bottom : top - height}px`;
}

/** Listens for the pointer and for scrolling. */
export function showTypes(): void {
  let token: Element | null = null;
  const hide = (): void => {
    token?.querySelector('.type-popup')?.classList.remove('shown');
    token = null;
  };
  addEventListener('pointerover', ({ target }) => {
    const over = target instanceof Element ? target.closest('.twoslash-hover') : null;
    if (over === token) return;
    hide();
    token = over;
    const popup = over?.querySelector<HTMLElement>('.type-popup');
    if (over && popup) place(over, popup);
  });
  addEventListener('scroll', hide, { capture: true, passive: true });
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') hide();
  });
}
