import { map, nullable, object, optional } from './shape.ts';
import { string } from './words.ts';

const Component = /* @__PURE__ */ object(
  { status: [string, '`up`, or `down` with more fields that say why.'] },
  { name: 'component' },
);
const components = /* @__PURE__ */ optional(
  /* @__PURE__ */ nullable(/* @__PURE__ */ map(string, Component)),
);

/** What a hosted service says about itself. */
export const Report = /* @__PURE__ */ object(
  {
    status: [/* @__PURE__ */ optional(string), '`ok`, `error` or `shutting_down`.'],
    info: [components, 'Components that are up.'],
    error: [components, 'Components that are not.'],
    details: [components, 'All components.'],
  },
  { name: 'HealthReport' },
);
