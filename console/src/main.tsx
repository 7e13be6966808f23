// The console's first step: providers around the app, and the nonce for the styles that libraries write.
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './console.css';
import { App } from './app.tsx';
import { LanguageProvider } from './i18n/language.tsx';
import { queries } from './queries.ts';
import { cssVariables, theme } from './theme.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
// Dialogs stop the page behind them from scrolling with a style element of a library that reads this name.
Object.assign(globalThis, { __webpack_nonce__: nonce });

const root = document.getElementById('root');
if (!root) throw new Error('The document has no root.');

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <LanguageProvider>
        <QueryClientProvider client={queries}>
          <Router base="/console">
            <Notifications position="top-center" />
            <App />
          </Router>
        </QueryClientProvider>
      </LanguageProvider>
    </MantineProvider>
  </StrictMode>,
);
