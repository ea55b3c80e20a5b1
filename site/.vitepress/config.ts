import { defineConfig } from 'vitepress';

export default defineConfig({
  title: 'avalanche-tx',
  srcDir: '../docs',
});
