import { map } from '../schema/collection.ts';
import { string } from '../schema/leaf.ts';
import { reply } from '../schema/object.ts';
import { nullable, optional } from '../schema/schema.ts';

const Component = /* @__PURE__ */ reply(
  { status: [string, '`up`, or `down` with fields that say why.'] },
  { name: 'component' },
);
const components = /* @__PURE__ */ optional(
  /* @__PURE__ */ nullable(/* @__PURE__ */ map(string, Component)),
);

/** The health of a hosted service. */
export const Report = /* @__PURE__ */ reply(
  {
    status: [/* @__PURE__ */ optional(string), '`ok`, `error` or `shutting_down`.'],
    info: [components, 'Components that are up.'],
    error: [components, 'Components that are not.'],
    details: [components, 'All components.'],
  },
  { name: 'HealthReport' },
);
