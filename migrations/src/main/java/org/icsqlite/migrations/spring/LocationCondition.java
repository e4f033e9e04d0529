package org.icsqlite.migrations.spring;

import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** A location was given, or the default one exists. */
final class LocationCondition extends SpringBootCondition {

  private static final String PROPERTY = "icsqlite.migrations.locations";

  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    ConditionMessage.Builder message = ConditionMessage.forCondition("icsqlite migrations");
    boolean given =
        Binder.get(context.getEnvironment())
            .bind(PROPERTY, Bindable.listOf(String.class))
            .orElse(List.of())
            .stream()
            .anyMatch(location -> !location.isBlank());
    if (given) {
      return ConditionOutcome.match(message.because(PROPERTY + " is set"));
    }
    return context.getResourceLoader().getResource(MigrationProperties.DEFAULT_LOCATION).exists()
        ? ConditionOutcome.match(message.because(MigrationProperties.DEFAULT_LOCATION + " exists"))
        : ConditionOutcome.noMatch(
            message.because(
                PROPERTY
                    + " is not set and "
                    + MigrationProperties.DEFAULT_LOCATION
                    + " does not exist"));
  }
}
