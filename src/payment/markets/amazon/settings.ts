// Settings of an app at the Amazon Appstore.
import type { MarketApp } from '../market.ts';
import { optionalText, secret, shape, text } from '../shapes.ts';

export const amazonShapes = {
  settings: shape({
    package_name: text('Package name of the app at the Amazon Appstore.'),
    topic_arn: optionalText(
      'ARN of the SNS topic of its Real-Time Notifications. If it is set, messages of other topics are dropped.',
    ),
  }),
  secrets: shape({
    shared_secret: secret('Shared secret of the developer account.'),
  }),
  defaults: {},
};

export type AmazonApp = MarketApp<typeof amazonShapes>;
