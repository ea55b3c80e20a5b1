/** Style sheets, which Vite imports. */
declare module '*.css';
